#![allow(missing_docs, clippy::all, clippy::print_stdout, clippy::unwrap_used, clippy::allow_attributes, clippy::allow_attributes_without_reason)]
use shieldwall_battle::*;
use shieldwall_content::{Library, content_root::ContentRoot};
use std::sync::Arc;
struct C(u64);
impl C { fn below(&mut self,n:usize)->usize{ self.0^=self.0<<13; self.0^=self.0>>7; self.0^=self.0<<17; (self.0 % n as u64) as usize } }
fn main(){
  let args: Vec<String> = std::env::args().collect();
  let (lib,_)=Library::load(&[ContentRoot::at(".")]);
  let lib=Arc::new(lib);
  let mut setup=BattleSetup::of_level(&lib,&args[1],args[2].parse().unwrap()).unwrap();
  if args.len()>3 { setup.options.insert("statement".into(), args[3].clone()); }
  let t=std::time::Instant::now();
  let mut b=Battle::new(shieldwall_percentile::ruleset(),setup.clone()).unwrap();
  let mut total=0; let mut rounds=0;
  let n=if args.len()>4 {args[4].parse().unwrap()} else {1};
  for s in 0..n {
    let mut st=setup.clone(); st.seed+=s; b.restart(st).unwrap();
    let mut c=C(s*7919+12345);
    while b.advance()==Progress::Decision { total+=1;
      let d=b.decision().unwrap();
      let k=c.below(d.offers.len()); let o=&d.offers[k];
      // prefer attack & move toward
      let o = if c.below(3)>0 { d.offers.iter().find(|o| o.verb.0=="attack"||o.verb.0=="move"||o.verb.0=="parry").unwrap_or(o)} else {o};
      let ch=o.choice_at(c.below(o.choice_count()));
      b.choose(ch).unwrap(); }
    rounds+=b.round();
  }
  eprintln!("{} battles {} decisions {} rounds {:?}",n,total,rounds,t.elapsed());
  if n==1 {
    let names: Vec<String> = b.view(None).combatants.iter().map(|c| format!("{}[{}]",c.name,c.side.key())).collect();
    for e in b.journal().entries() { if let Some(l)=narration::line(&e.event,|i| names[i.index()].clone(),|s| s.key().to_owned()) { println!("{:>3} {} {}",e.round,l,e.rules.iter().map(|r| r.0).collect::<Vec<_>>().join(" ")); } }
  }
}
