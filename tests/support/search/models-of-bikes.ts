// The models of which tests of the search insert bikes: some of every brand that is often on sale. All would make the tests slow.

/** By brand, divided by commas. */
export const modelsOfBikes: Record<string, string> = {
  Yamaha:
    'FZS V2, FZS V3, FZS V4, FZS, FZ16, FZ-X, FZ 25, Fazer FI, R15 V3, R15 V4, R15M, R15, MT-15, MT-15 V2, XSR 155, Saluto 125, RayZR 125, Aerox 155, RX 100, RX 115',
  Suzuki:
    'Gixxer 155, Gixxer Fi ABS, Gixxer SF, Gixxer 250, GSX-R150, GSX-S150, Bandit, GSX 125, Intruder 150, Hayate EP, Access 125, Burgman Street 125, Samurai',
  TVS: 'Apache RTR 160 4V, Apache RTR 160 2V, Apache RTR 150, Apache RTR 165 RP, Raider 125, Stryker 125, Metro Plus 110, Metro 100, Radeon 110, Max 125, XL 100, Ntorq 125, Wego 110, Jupiter 110, Phoenix 125',
  Bajaj:
    'Pulsar 150, Pulsar 150 Twin Disc, Pulsar 135 LS, Pulsar AS 150, Pulsar NS160, Pulsar N160, Pulsar N250, Discover 100, Discover 110, Discover 125, Discover 135, Discover 150, Platina 100, Platina 110, CT 100, Avenger Street 150, Avenger Street 160, V15, Dominar 400',
  Hero: 'Hunk 150, Thriller 160R, Xtreme Sports, CBZ Xtreme, Achiever 150, Splendor Plus, Splendor iSmart 110, Super Splendor, HF Deluxe, Glamour 125, Ignitor 125, Passion Pro, Passion X Pro 110, Pleasure, Maestro Edge',
  Honda:
    'CB Hornet 160R, X-Blade 160, CB Trigger, CB Unicorn 150, CB Shine, SP 125, Livo 110, Dream 110, CD 80, Dio 110, CBR150R, CB150R ExMotion, CRF 150L',
  'Royal Enfield': 'Hunter 350, Classic 350, Bullet 350, Meteor 350',
  Runner: 'Knight Rider 150, Turbo 125, Bullet 100, Cheeta 100, AD80S, Bike RT',
  Lifan: 'KPR 150, KPR 165, KPT 150',
  Walton: 'Fusion 110, Fusion 125, Xplore, Cruize',
  Keeway: 'RKS 100, RKS 150, RK 125',
  Mahindra: 'Centuro',
  Roadmaster: 'Rapido 150, Prime 80',
  KTM: 'Duke 125, RC 125',
  Aprilia: 'GPR 150, Cafe 150',
  Haojue: 'TR 150, Cool',
  Benelli: 'TNT 150',
  Zontes: 'ZT155',
  Vespa: 'VXL 125, VXL 150',
  'H Power': 'Zaara 110',
  Speeder: 'Countryman 165',
  FKM: 'Street Fighter 165',
  Taro: 'GP One',
  Kawasaki: 'KLX 150',
}
