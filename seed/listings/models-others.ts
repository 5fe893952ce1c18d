import { createModelFor } from './model.ts'

const runner = createModelFor('Runner')
const walton = createModelFor('Walton')
const royalEnfield = createModelFor('Royal Enfield')
const lifan = createModelFor('Lifan')
const keeway = createModelFor('Keeway')
const mahindra = createModelFor('Mahindra')
const roadmaster = createModelFor('Roadmaster')
const ktm = createModelFor('KTM')
const aprilia = createModelFor('Aprilia')
const haojue = createModelFor('Haojue')
const kawasaki = createModelFor('Kawasaki')
const benelli = createModelFor('Benelli')
const zontes = createModelFor('Zontes')
const vespa = createModelFor('Vespa')
const hPower = createModelFor('H Power')
const speeder = createModelFor('Speeder')
const fkm = createModelFor('FKM')
const taro = createModelFor('Taro')

export const otherModels = [
  runner('Knight Rider 150', {
    engineCc: 150,
    body: 'street-shroud',
    newTaka: 135_000,
    ages: [2, 8],
    count: 4,
    names: ['Knight Rider 150', 'Knight Rider 150 V2'],
  }),
  runner('Turbo 125', { engineCc: 125, body: 'commuter-flyscreen', newTaka: 118_000, ages: [3, 9], count: 3 }),
  runner('Bullet 100', { engineCc: 100, body: 'commuter-alloy', newTaka: 98_000, ages: [3, 8], count: 3 }),
  runner('Cheeta 100', { engineCc: 100, body: 'commuter-wire', newTaka: 92_000, ages: [6, 11], count: 1 }),
  runner('AD80S', {
    engineCc: 80,
    body: 'small-deluxe',
    newTaka: 84_000,
    ages: [2, 10],
    count: 2,
    names: ['AD80S', 'AD80S Deluxe'],
  }),
  walton('Fusion 110', { engineCc: 110, body: 'commuter-wire', newTaka: 95_000, ages: [9, 14], count: 2 }),
  walton('Fusion 125', { engineCc: 125, body: 'commuter-alloy', newTaka: 105_000, ages: [9, 13], count: 1 }),
  walton('Xplore', {
    engineCc: 140,
    body: 'street-135',
    newTaka: 140_000,
    ages: [10, 14],
    count: 2,
    names: ['Xplore 140'],
  }),
  walton('Cruize', {
    engineCc: 100,
    body: 'commuter-box',
    newTaka: 88_000,
    ages: [10, 15],
    count: 1,
    names: ['Cruize 100'],
  }),
  royalEnfield('Hunter 350', { engineCc: 349, body: 'roadster-350', newTaka: 345_000, ages: [1, 2], count: 2 }),
  royalEnfield('Classic 350', { engineCc: 349, body: 'classic-350', newTaka: 410_000, ages: [1, 2], count: 2 }),
  royalEnfield('Bullet 350', { engineCc: 349, body: 'classic-350', newTaka: 412_000, ages: [1, 2], count: 1 }),
  royalEnfield('Meteor 350', { engineCc: 349, body: 'cruiser-350', newTaka: 435_000, ages: [1, 2], count: 1 }),
  lifan('KPR 150', { engineCc: 150, body: 'sport-round', newTaka: 195_000, ages: [4, 10], count: 3 }),
  lifan('KPR 165', { engineCc: 165, body: 'sport-125', newTaka: 225_000, ages: [2, 7], count: 1, names: ['KPR 165R'] }),
  lifan('KPT 150', { engineCc: 150, body: 'adventure-150', newTaka: 275_000, ages: [2, 6], count: 1 }),
  keeway('RKS 100', { engineCc: 100, body: 'commuter-sport', newTaka: 98_000, ages: [4, 9], count: 2 }),
  keeway('RK 125', { engineCc: 125, body: 'commuter-125', newTaka: 105_000, ages: [4, 8], count: 1 }),
  keeway('RKS 150', {
    engineCc: 150,
    body: 'street-shroud',
    newTaka: 135_000,
    ages: [4, 8],
    count: 1,
    names: ['RKS 150 CBS'],
  }),
  mahindra('Centuro', {
    engineCc: 110,
    body: 'commuter-flyscreen',
    newTaka: 108_000,
    ages: [5, 11],
    count: 2,
    names: ['Centuro 110', 'Centuro Rockstar'],
  }),
  roadmaster('Rapido 150', { engineCc: 150, body: 'street-160', newTaka: 145_000, ages: [3, 8], count: 3 }),
  roadmaster('Prime 80', { engineCc: 80, body: 'small-80', newTaka: 76_000, ages: [4, 10], count: 1 }),
  ktm('Duke 125', {
    engineCc: 125,
    body: 'naked-duke',
    newTaka: 420_000,
    ages: [2, 6],
    count: 2,
    colours: ['orange', 'white', 'black'],
  }),
  ktm('RC 125', {
    engineCc: 125,
    body: 'sport-125',
    newTaka: 455_000,
    ages: [2, 6],
    count: 1,
    colours: ['orange', 'white'],
  }),
  aprilia('GPR 150', { engineCc: 150, body: 'sport-125', newTaka: 355_000, ages: [3, 7], count: 1 }),
  aprilia('Cafe 150', { engineCc: 150, body: 'cafe-150', newTaka: 265_000, ages: [3, 7], count: 1 }),
  haojue('TR 150', { engineCc: 150, body: 'cruiser-low', newTaka: 220_000, ages: [3, 7], count: 1 }),
  haojue('Cool', {
    engineCc: 150,
    body: 'commuter-scrambler',
    newTaka: 135_000,
    ages: [4, 9],
    count: 1,
    names: ['Cool 150'],
  }),
  kawasaki('KLX 150', {
    engineCc: 144,
    body: 'trail-150',
    newTaka: 495_000,
    ages: [2, 7],
    count: 1,
    names: ['KLX 150BF'],
    colours: ['green'],
  }),
  benelli('TNT 150', {
    engineCc: 150,
    body: 'naked-duke',
    newTaka: 210_000,
    ages: [3, 7],
    count: 1,
    names: ['TNT 150i'],
  }),
  zontes('ZT155', {
    engineCc: 155,
    body: 'naked-robot',
    newTaka: 330_000,
    ages: [1, 5],
    count: 1,
    names: ['ZT155-U1'],
  }),
  vespa('VXL 125', {
    engineCc: 125,
    body: 'scooter-classic',
    newTaka: 235_000,
    ages: [2, 8],
    count: 1,
    colours: ['sky', 'yellow', 'red'],
  }),
  vespa('VXL 150', {
    engineCc: 150,
    body: 'scooter-classic',
    newTaka: 265_000,
    ages: [2, 8],
    count: 1,
    colours: ['white', 'red', 'orange'],
  }),
  hPower('Zaara 110', { engineCc: 110, body: 'scooter-125', newTaka: 135_000, ages: [3, 8], count: 1 }),
  speeder('Countryman 165', { engineCc: 165, body: 'adventure-150', newTaka: 215_000, ages: [2, 5], count: 1 }),
  fkm('Street Fighter 165', { engineCc: 165, body: 'street-big', newTaka: 185_000, ages: [3, 6], count: 1 }),
  taro('GP One', {
    engineCc: 150,
    body: 'sport-round',
    newTaka: 295_000,
    ages: [3, 7],
    count: 1,
    names: ['GP One 150'],
  }),
]
