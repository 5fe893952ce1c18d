// English texts of the points of an inspection: how to look, and where "worn" and "bad" begin. What is better is good.
export const inspectionPointTexts = {
  cold_engine: {
    name: 'Engine is cold',
    look: 'Touch it before the first start. Warm: worn, ask why. Hot: bad, it hides a bad start.',
  },
  starts: { name: 'Starts at once', look: 'Press the starter. Needs a second try: worn. Only with a push: bad.' },
  idles: {
    name: 'Runs evenly without gas',
    look: 'Let go of the throttle and listen. Goes up and down: worn. The engine stops: bad.',
  },
  smoke: {
    name: 'Smoke',
    look: 'Look at the exhaust while somebody gives gas. A little at first: worn. Blue or white that stays: bad.',
  },
  engine_noise: {
    name: 'Noise of the engine',
    look: 'Listen beside it. A rattle that goes away when warm: worn. A knock that stays: bad.',
  },
  tappets: {
    name: 'Tappet noise',
    look: 'Listen at the top of the warm engine. Light ticking: worn. Loud ticking: bad.',
  },
  oil_leak: {
    name: 'Oil leak',
    look: 'Look under the engine and along its joints. Damp: worn. Drops on the ground: bad.',
  },
  oil: { name: 'Engine oil', look: 'Look at the oil window or the stick. Black or low: worn. Milky or none: bad.' },
  coolant: {
    name: 'Coolant',
    look: 'Only with a radiator, and a cold engine. Low: worn. Brown, oily or leaking: bad.',
  },
  pull: { name: 'Pulls well', look: 'Ride and open the throttle. Slow to answer: worn. Jerks or stops: bad.' },
  exhaust: {
    name: 'Exhaust',
    look: 'Look and listen along the pipe; it is hot. Rust or a dent: worn. A hole or a loud leak: bad.',
  },
  clutch_play: {
    name: 'Clutch lever',
    look: 'Let it out slowly. It takes hold only at the end: worn. It never lets go fully: bad.',
  },
  clutch_slip: {
    name: 'Clutch holds',
    look: 'Ride uphill or give full gas. The engine speeds up before the bike: worn. The bike hardly follows: bad.',
  },
  gears: {
    name: 'Gears',
    look: 'Ride through all of them, up and down. Hard to change: worn. One jumps out: bad.',
  },
  neutral: {
    name: 'Neutral',
    look: 'Stop and find it. Hard to find: worn. Cannot be found, or the lamp stays dark: bad.',
  },
  gear_lever: { name: 'Gear lever', look: 'Move it by hand. A little play: worn. Loose, bent or welded: bad.' },
  front_brake: {
    name: 'Front brake',
    look: 'Ride slowly and pull hard. A long way to pull: worn. Hardly slows, or the lever touches the grip: bad.',
  },
  rear_brake: {
    name: 'Rear brake',
    look: 'Ride slowly and press the pedal. Weak, or it squeals: worn. Hardly slows: bad.',
  },
  front_pads: {
    name: 'Front brake pads',
    look: 'Look with a torch. Less than 3 mm left: worn. Metal on metal: bad.',
  },
  rear_pads: {
    name: 'Rear brake pads or shoes',
    look: 'Less than 3 mm left, or the arm near the end of its mark: worn. Metal on metal, or past the mark: bad.',
  },
  disc: { name: 'Brake disc', look: 'Run a nail across it. A clear edge or grooves: worn. Bent or cracked: bad.' },
  brake_fluid: {
    name: 'Brake fluid',
    look: 'Look at the little box on the handlebar. Dark or low: worn. Empty or leaking: bad.',
  },
  front_tyre: {
    name: 'Front tyre',
    look: 'Grooves less than 2 mm deep: worn. Smooth, cracked or swollen: bad.',
  },
  rear_tyre: { name: 'Rear tyre', look: 'Grooves less than 2 mm deep: worn. Smooth, cracked or swollen: bad.' },
  tyre_age: {
    name: 'Age of the tyres',
    look: '2419 on the side means week 24 of 2019. More than 5 years old: worn. Fine cracks all around: bad.',
  },
  rims: { name: 'Rims', look: 'Turn each wheel and watch its edge. A small dent: worn. It wobbles, or a crack: bad.' },
  wheel_bearings: {
    name: 'Wheel bearings',
    look: 'Hold each wheel at the top and shake it sideways. A little play: worn. It knocks or grinds: bad.',
  },
  chain_play: {
    name: 'Chain moves 2–3 cm',
    look: 'Press it up in the middle. More than 4 cm: worn. Stiff links, or it touches the frame: bad.',
  },
  sprockets: {
    name: 'Chain and sprockets',
    look: 'Pull the chain to the back. It lifts a little: worn. Teeth like a saw, or it lifts off: bad.',
  },
  fork: {
    name: 'Front fork',
    look: 'Push down and let go: one bounce. It bounces on: worn. Oil on the tube: bad.',
  },
  shock: {
    name: 'Rear shock absorber',
    look: 'Sit down hard: it comes back once. It swings on: worn. A knock, or oil: bad.',
  },
  swingarm: {
    name: 'Swing arm',
    look: 'Pull the rear wheel sideways: no play. A little: worn. It knocks: bad.',
  },
  steering: {
    name: 'Handlebar turns freely',
    look: 'Front wheel in the air. Stiff: worn. It catches in the middle: bad.',
  },
  headlight: { name: 'Headlight', look: 'Switch to low and to high. Dim: worn. One of them stays dark: bad.' },
  tail_light: {
    name: 'Tail light and brake light',
    look: 'Use each brake and look at the back. Dim: worn. Dark: bad.',
  },
  indicators: { name: 'Indicators', look: 'Try left and right, front and back. Dim or too fast: worn. Dark: bad.' },
  horn: { name: 'Horn', look: 'Press it. Weak: worn. Silent: bad.' },
  meter: {
    name: 'Meter',
    look: 'Ride a little: speed and kilometres move. Hard to read: worn. It stands still, or was opened: bad.',
  },
  battery: {
    name: 'Battery',
    look: 'Headlight on, press the starter. It turns slowly: worn. It only clicks: bad.',
  },
  charging: {
    name: 'Charging',
    look: 'Headlight on, give gas. The light hardly gets brighter: worn. It fades: bad.',
  },
  frame_straight: {
    name: 'Frame is straight',
    look: 'Look from behind: both wheels in one line. A little off: worn. Clearly off, or it pulls to a side: bad.',
  },
  frame_welds: {
    name: 'Welds of the frame',
    look: 'Look below the tank and at the steering. New paint on a joint: worn. A crack or a new weld: bad.',
  },
  chassis_number: {
    name: 'Chassis number',
    look: 'Compare the frame with the smart card. Hard to read: worn. Another number, or ground off: bad.',
  },
  engine_number: {
    name: 'Engine number',
    look: 'Compare the engine with the smart card. Hard to read: worn. Another number, or ground off: bad.',
  },
  tank: { name: 'Fuel tank', look: 'Open it and look with a torch. A dent: worn. Rust inside, or it drips: bad.' },
}
