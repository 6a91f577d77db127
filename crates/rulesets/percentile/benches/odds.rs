//! How long brains and the screen wait for odds.

use std::hint::black_box;

use criterion::{Criterion, criterion_group, criterion_main};
use shieldwall_battle::{
    ItemId,
    forecast::{Affected, Weighing},
};
use shieldwall_dice::{DiceExpr, Enumerator};
use shieldwall_percentile::{
    attack::{
        blow::{Blow, DamageDice, Defence},
        matrix::DefenceKind,
        rating,
    },
    forecast::forecasting::{self, Judge},
};

fn dice(text: &str) -> DiceExpr {
    text.parse().expect("a dice expression")
}

/// A sword blow against somebody with a sword, a shield and room to dodge.
fn blow() -> Blow {
    let parry = |item: u16, label: &str, chance: i32| Defence {
        kind: DefenceKind::Parry,
        label: label.to_owned(),
        item: Some(ItemId(item)),
        unarmed: None,
        item_points: Some(12),
        chance: rating::chance("Sword", chance, Vec::new()),
    };
    Blow {
        attack: rating::chance("Sword", 55, Vec::new()),
        damage: DamageDice::of(&dice("1d8+1+db"), &dice("1d4")),
        melee: true,
        attacker_item: Some(ItemId(0)),
        attacker_item_points: Some(12),
        awareness: None,
        defences: vec![
            parry(1, "parry with broad sword", 55),
            parry(2, "parry with kite shield", 45),
            Defence {
                kind: DefenceKind::Dodge,
                label: "dodge".to_owned(),
                item: None,
                unarmed: None,
                item_points: None,
                chance: rating::chance("Dodge", 30, Vec::new()),
            },
        ],
        coverage: None,
        armour: 8,
        target_hit_points: 12,
        target_conscious: true,
    }
}

fn odds(criterion: &mut Criterion) {
    let blow = blow();
    let judge = Judge {
        weighing: Weighing::default(),
        target: Affected {
            enemy: false,
            hit_points: blow.target_hit_points,
            max_hit_points: blow.target_hit_points,
        },
    };
    let mut enumerator = Enumerator::new();
    criterion.bench_function("expected", |bench| {
        bench.iter(|| forecasting::expected(black_box(&blow), &judge, &mut enumerator));
    });
    criterion.bench_function("forecast_attack", |bench| {
        bench.iter(|| forecasting::forecast_attack(black_box(&blow), &judge, &mut enumerator));
    });
}

criterion_group!(benches, odds);
criterion_main!(benches);
