//! The imports of a crate, as its source files name them; those in tests are left out.

#![expect(clippy::unwrap_used, reason = "tests")]

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::Path,
};

use proc_macro2::{TokenStream, TokenTree};
use syn::{
    Attribute, Item, ItemUse, Macro, UseTree,
    visit::{self, Visit},
};
use walkdir::WalkDir;

/// A module of a crate by its path, such as `["levels", "terrain"]`.
pub(crate) type Module = Vec<String>;

/// Imports of a crate: for each module those that it uses.
pub(crate) struct Imports(pub(crate) BTreeMap<Module, BTreeSet<Module>>);

/// The paths that a file names, in full.
#[derive(Default)]
struct Named {
    module: Module,
    paths: Vec<Module>,
    /// Names that the file hands on, with the paths that they stand for.
    exports: BTreeMap<String, Module>,
    /// Modules that are for tests only.
    for_tests: BTreeSet<Module>,
}

/// True if an item is for tests only.
fn is_test(attributes: &[Attribute]) -> bool {
    attributes.iter().any(|attribute| {
        attribute.path().is_ident("cfg")
            && attribute
                .parse_args::<syn::Ident>()
                .is_ok_and(|word| word == "test")
    })
}

impl Named {
    /// The path in full, if it is one of this crate.
    fn whole(&self, path: &[String]) -> Option<Module> {
        let mut here = self.module.clone();
        let mut rest = path;
        match rest.first()?.as_str() {
            "crate" => return Some(rest[1..].to_vec()),
            "self" => rest = &rest[1..],
            "super" => {
                while rest.first().is_some_and(|word| word == "super") {
                    here.pop();
                    rest = &rest[1..];
                }
            }
            // A child, if there is one of this name; else nothing that is found.
            _ => {}
        }
        here.extend_from_slice(rest);
        Some(here)
    }

    fn add(&mut self, path: &[String]) {
        self.paths.extend(self.whole(path));
    }

    fn add_tree(&mut self, tree: &UseTree, before: &[String], is_public: bool) {
        let with = |word: &syn::Ident| {
            let mut path = before.to_vec();
            path.push(word.to_string());
            path
        };
        let (path, name) = match tree {
            UseTree::Path(path) => {
                let before = with(&path.ident);
                return self.add_tree(&path.tree, &before, is_public);
            }
            UseTree::Group(group) => {
                for tree in &group.items {
                    self.add_tree(tree, before, is_public);
                }
                return;
            }
            UseTree::Name(name) if name.ident == "self" => {
                (before.to_vec(), before.last().cloned().unwrap_or_default())
            }
            UseTree::Name(name) => (with(&name.ident), name.ident.to_string()),
            UseTree::Rename(rename) => (with(&rename.ident), rename.rename.to_string()),
            UseTree::Glob(_) => (before.to_vec(), String::new()),
        };
        if is_public && let Some(path) = self.whole(&path) {
            self.exports.insert(name, path);
        }
        self.add(&path);
    }

    /// Paths in the tokens of a macro call.
    fn add_tokens(&mut self, tokens: TokenStream) {
        let tokens: Vec<TokenTree> = tokens.into_iter().collect();
        let mut path: Vec<String> = Vec::new();
        for (index, token) in tokens.iter().enumerate() {
            match token {
                TokenTree::Group(group) => self.add_tokens(group.stream()),
                TokenTree::Ident(word) => {
                    let goes_on = index >= 2 && tokens[index - 1].to_string() == ":";
                    if !goes_on {
                        path.clear();
                    }
                    path.push(word.to_string());
                    if path.len() > 1 {
                        self.add(&path.clone());
                    }
                }
                TokenTree::Punct(mark) if mark.as_char() == ':' => {}
                _ => path.clear(),
            }
        }
    }
}

impl<'ast> Visit<'ast> for Named {
    fn visit_item(&mut self, item: &'ast Item) {
        let attributes = match item {
            Item::Mod(module) => &module.attrs,
            Item::Fn(function) => &function.attrs,
            Item::Impl(block) => &block.attrs,
            Item::Use(tree) => &tree.attrs,
            _ => return visit::visit_item(self, item),
        };
        match item {
            Item::Mod(module) if is_test(attributes) => {
                let mut path = self.module.clone();
                path.push(module.ident.to_string());
                self.for_tests.insert(path);
            }
            _ if is_test(attributes) => {}
            _ => visit::visit_item(self, item),
        }
    }

    fn visit_item_use(&mut self, item: &'ast ItemUse) {
        let is_public = !matches!(item.vis, syn::Visibility::Inherited);
        self.add_tree(&item.tree, &[], is_public);
    }

    fn visit_path(&mut self, path: &'ast syn::Path) {
        let words = path.segments.iter();
        let words: Vec<String> = words.map(|segment| segment.ident.to_string()).collect();
        if words.len() > 1 {
            self.add(&words);
        }
        visit::visit_path(self, path);
    }

    fn visit_macro(&mut self, call: &'ast Macro) {
        self.add_tokens(call.tokens.clone());
    }
}

impl Imports {
    /// The imports of the crate whose sources lie in a folder. Its root, which only puts it together, is left out.
    pub(crate) fn of(root: &Path) -> Self {
        let mut files: BTreeMap<Module, Named> = BTreeMap::new();
        for entry in WalkDir::new(root).sort_by_file_name() {
            let path = entry.unwrap().into_path();
            if path.extension().is_none_or(|extension| extension != "rs") {
                continue;
            }
            let below = path.strip_prefix(root).unwrap().with_extension("");
            let mut module: Module = below
                .iter()
                .map(|part| part.to_str().unwrap().to_owned())
                .collect();
            if module.first().is_some_and(|first| first == "bin") {
                continue;
            }
            if ["mod", "lib", "main"].contains(&module.last().unwrap().as_str()) {
                module.pop();
            }
            let text = fs::read_to_string(&path).unwrap();
            let file = syn::parse_file(&text).unwrap();
            let mut named = Named {
                module: module.clone(),
                ..Named::default()
            };
            named.visit_file(&file);
            let known = files.entry(module).or_default();
            known.module = named.module;
            known.paths.extend(named.paths);
            known.exports.extend(named.exports);
            known.for_tests.extend(named.for_tests);
        }
        let for_tests: BTreeSet<Module> = files
            .values()
            .flat_map(|named| named.for_tests.iter().cloned())
            .collect();
        let is_for_tests =
            |module: &Module| (1..=module.len()).any(|end| for_tests.contains(&module[..end]));
        let mut imports = BTreeMap::new();
        for (module, named) in &files {
            if module.is_empty() || is_for_tests(module) {
                continue;
            }
            let used = named.paths.iter().map(|path| meant(&files, path, 0));
            let used = used.filter(|used| used != module && !used.is_empty());
            imports.insert(module.clone(), used.collect());
        }
        Self(imports)
    }

    /// True if one module leads to another by its imports.
    pub(crate) fn leads(&self, from: &Module, to: &Module) -> bool {
        let mut seen = BTreeSet::new();
        let mut waiting = vec![from];
        while let Some(module) = waiting.pop() {
            if module == to {
                return true;
            }
            if seen.insert(module) {
                waiting.extend(self.0.get(module).into_iter().flatten());
            }
        }
        false
    }

    /// Every import of a module by another.
    pub(crate) fn all(&self) -> impl Iterator<Item = (&Module, &Module)> {
        let imports = self.0.iter();
        imports.flat_map(|(module, used)| used.iter().map(move |used| (module, used)))
    }
}

/// The module of the item that a path means, names that are handed on followed.
fn meant(files: &BTreeMap<Module, Named>, path: &[String], depth: usize) -> Module {
    let known = (0..=path.len())
        .rev()
        .find(|end| files.contains_key(&path[..*end]));
    let (module, rest) = path.split_at(known.unwrap_or(0));
    let export = rest
        .first()
        .and_then(|name| files.get(module)?.exports.get(name));
    match export {
        Some(stands_for) if depth < 8 => {
            let path = [stands_for, &rest[1..]].concat();
            meant(files, &path, depth + 1)
        }
        _ => module.to_vec(),
    }
}
