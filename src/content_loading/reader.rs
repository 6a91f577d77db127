//! The thread that reads content, one reading after the other, and writes which mods are on.

use std::{
    thread::{self, JoinHandle},
    time::{Duration, Instant},
};

use bevy::{
    log::{error, warn},
    prelude::Resource,
};
use crossbeam_channel::{Receiver, RecvTimeoutError, Sender, unbounded};
use shieldwall_content::{ContentPlaces, ModSwitches};

use super::{Content, watch::Watch};
use crate::waking::Waker;

/// Files are read once nothing has changed for so long: an editor writes a file in several steps.
const QUIET: Duration = Duration::from_millis(150);
/// Files that never cease to change are read all the same after so long.
const RESTLESS: Duration = Duration::from_secs(2);

/// What the thread is told.
#[derive(Debug)]
pub(super) enum Message {
    /// Read everything.
    Read,
    /// Switch a mod; takes effect with the next reading.
    Switch {
        /// Id of the mod.
        id: String,
        /// Whether it is to be on.
        on: bool,
    },
    /// Files have changed.
    Changed,
    /// Finish.
    Stop,
}

/// What the thread has to say.
#[derive(Debug)]
pub(super) enum Reply {
    /// Content that was read.
    Content(Content),
    /// Content was asked for and has been read.
    Answered,
    /// A switch was kept; or not, and why.
    Switched(Result<(), String>),
}

/// The window's end of the thread that reads content.
#[derive(Resource, Debug)]
pub(crate) struct ContentReader {
    messages: Sender<Message>,
    replies: Receiver<Reply>,
    thread: Option<JoinHandle<()>>,
    /// Readings that were asked for and have not come.
    expected: usize,
    failure: Option<String>,
}

impl ContentReader {
    /// Starts the thread. It reads at once unless content has been read already, and again whenever
    /// files change. What it has read wakes the window.
    pub(crate) fn start(places: ContentPlaces, read: Option<Content>, waker: Waker) -> Self {
        let (messages, inbox) = unbounded();
        let (outbox, replies) = unbounded();
        let changes = messages.clone();
        let begin_with_reading = read.is_none();
        let thread = thread::Builder::new()
            .name("content".to_owned())
            .spawn(move || {
                let mut reader = Reader {
                    watch: Watch::new(changes),
                    places,
                    inbox,
                    outbox,
                    waker,
                };
                match read {
                    Some(content) => reader.watch.follow(&reader.places, &content.collection),
                    None => reader.read(true),
                }
                reader.run();
            })
            .inspect_err(|error| error!("content cannot be read: {error}"))
            .ok();
        Self {
            messages,
            replies,
            thread,
            expected: usize::from(begin_with_reading),
            failure: None,
        }
    }

    /// Reads all files again; what is there stays until that is done.
    pub(crate) fn read_again(&mut self) {
        self.expected += 1;
        self.send(Message::Read);
    }

    /// Switches a mod on or off and keeps that. It takes effect when content is read the next time.
    pub(crate) fn switch(&mut self, id: &str, on: bool) {
        let id = id.to_owned();
        self.send(Message::Switch { id, on });
    }

    /// Whether content was asked for that has not come yet.
    pub(crate) fn is_expecting(&self) -> bool {
        self.expected > 0
    }

    /// Why the last switch of a mod could not be kept.
    pub(crate) fn failure(&self) -> Option<&str> {
        self.failure.as_deref()
    }

    /// The next thing that the thread has said, without waiting.
    pub(super) fn poll(&mut self) -> Option<Reply> {
        let reply = self.replies.try_recv().ok()?;
        self.note(&reply);
        Some(reply)
    }

    fn note(&mut self, reply: &Reply) {
        match reply {
            Reply::Content(_) => {}
            Reply::Answered => self.expected = self.expected.saturating_sub(1),
            Reply::Switched(kept) => self.failure = kept.clone().err(),
        }
    }

    /// Waits until everything that was asked for is done.
    pub(super) fn finish(&mut self) {
        self.send(Message::Stop);
        if let Some(thread) = self.thread.take() {
            // A panic there has been reported there.
            drop(thread.join());
        }
    }

    fn send(&self, message: Message) {
        // A closed channel means that the thread has ended with the game.
        drop(self.messages.send(message));
    }
}

impl Drop for ContentReader {
    fn drop(&mut self) {
        self.send(Message::Stop);
    }
}

/// The thread's end.
struct Reader {
    watch: Watch,
    places: ContentPlaces,
    inbox: Receiver<Message>,
    outbox: Sender<Reply>,
    waker: Waker,
}

impl Reader {
    fn run(&mut self) {
        // When the first change was told of that has not been read.
        let mut changed: Option<Instant> = None;
        loop {
            let message = match changed {
                None => self.inbox.recv().map_err(RecvTimeoutError::from),
                Some(since) if since.elapsed() > RESTLESS => Err(RecvTimeoutError::Timeout),
                Some(_) => self.inbox.recv_timeout(QUIET),
            };
            match message {
                Ok(Message::Read) => {
                    self.read(true);
                    changed = None;
                }
                Ok(Message::Switch { id, on }) => self.switch(&id, on),
                Ok(Message::Changed) => {
                    changed.get_or_insert_with(Instant::now);
                }
                Err(RecvTimeoutError::Timeout) => {
                    self.read(false);
                    changed = None;
                }
                Ok(Message::Stop) | Err(RecvTimeoutError::Disconnected) => return,
            }
        }
    }

    /// Reads everything, and watches what was read.
    fn read(&mut self, asked: bool) {
        // What changes while it is being read is told of, and read again.
        self.watch.begin(&self.places);
        let content = Content::of(&self.places);
        self.watch.follow(&self.places, &content.collection);
        self.send(Reply::Content(content));
        if asked {
            self.send(Reply::Answered);
        }
    }

    fn send(&self, reply: Reply) {
        // The window may be gone already.
        drop(self.outbox.send(reply));
        self.waker.wake();
    }

    fn switch(&self, id: &str, on: bool) {
        let kept = match &self.places.switches {
            Some(file) => ModSwitches::switch(file, id, on)
                .map_err(|error| format!("{}: {error}", file.display())),
            None => Err("there is no home folder".to_owned()),
        };
        if let Err(reason) = &kept {
            warn!("the switch of the mod {id} is not kept: {reason}");
        }
        self.send(Reply::Switched(kept));
    }
}

#[cfg(test)]
mod tests {
    #![expect(clippy::unwrap_used, reason = "tests")]

    use std::{fs, path::Path};

    use shieldwall_content::{ContentRoot, ModState};

    use super::*;

    const MANIFEST: &str =
        "id = \"north\"\nname = \"North\"\nversion = \"1.0.0\"\ndescription = \"A mod.\"\n";

    /// The game with its own content and a folder of mods that is not there yet.
    fn reader(folder: &Path) -> ContentReader {
        let places = ContentPlaces {
            mods_folder: Some(folder.join("mods")),
            switches: Some(folder.join("config/mods.toml")),
            ..ContentPlaces::without_mods([ContentRoot::at(env!("CARGO_MANIFEST_DIR"))])
        };
        ContentReader::start(places, None, Waker::default())
    }

    /// Waits for content of which something is true.
    fn await_content(reader: &mut ContentReader, wanted: impl Fn(&Content) -> bool) -> Content {
        loop {
            let reply = reader.replies.recv().unwrap();
            reader.note(&reply);
            if let Reply::Content(content) = reply
                && wanted(&content)
            {
                return content;
            }
        }
    }

    #[test]
    fn a_mod_appears_when_it_is_saved_breaks_and_is_mended_while_the_game_runs() {
        let folder = tempfile::tempdir().unwrap();
        let mut reader = reader(folder.path());
        let first = await_content(&mut reader, |_| true);
        assert!(first.collection.mods.list.is_empty());
        let folder = folder.path().join("mods/north");
        fs::create_dir(&folder).unwrap();
        fs::write(folder.join("mod.toml"), MANIFEST).unwrap();
        await_content(&mut reader, |content| {
            content.collection.mods.used().count() == 1
        });
        let own = Path::new(env!("CARGO_MANIFEST_DIR")).join("assets/units/archer.toml");
        let unit = folder.join("assets/units/ranger.toml");
        fs::create_dir_all(unit.parent().unwrap()).unwrap();
        let text = fs::read_to_string(own).unwrap();
        let text = text.replace("\"archer\"", "\"ranger\"");
        fs::write(&unit, &text).unwrap();
        let has = |content: &Content| content.library.units.contains_key("ranger");
        let with = await_content(&mut reader, has);
        fs::write(&unit, text.replace("dex = 15", "dex = \"quick\"")).unwrap();
        let broken = await_content(&mut reader, |content| !has(content));
        assert_eq!(broken.library.broken[0].path, unit);
        // Anyone who has the old content keeps it.
        assert!(has(&with));
        fs::write(&unit, &text).unwrap();
        let mended = await_content(&mut reader, has);
        assert!(mended.library.broken.is_empty());
        fs::remove_dir_all(&folder).unwrap();
        await_content(&mut reader, |content| {
            content.collection.mods.list.is_empty()
        });
    }

    #[test]
    fn switches_are_kept_and_take_effect_with_the_next_reading() {
        let folder = tempfile::tempdir().unwrap();
        fs::create_dir_all(folder.path().join("mods/north")).unwrap();
        fs::write(folder.path().join("mods/north/mod.toml"), MANIFEST).unwrap();
        let mut reader = reader(folder.path());
        reader.switch("north", false);
        reader.read_again();
        await_content(&mut reader, |content| {
            content.collection.mods.list[0].state == ModState::Off
        });
        reader.switch("north", true);
        reader.finish();
        let file = folder.path().join("config/mods.toml");
        assert!(ModSwitches::read(Some(&file)).0.is_on("north"));
        while reader.poll().is_some() {}
        assert_eq!((reader.is_expecting(), reader.failure()), (false, None));
    }
}
