import { createModelFor } from './model.ts'

const yamaha = createModelFor('Yamaha')
const suzuki = createModelFor('Suzuki')
const tvs = createModelFor('TVS')

export const yamahaModels = [
  yamaha('FZS V2', {
    engineCc: 149,
    body: 'street-muscle',
    newTaka: 258_000,
    ages: [6, 9],
    count: 3,
    names: ['FZS V2 149'],
  }),
  yamaha('FZS V3', {
    names: ['FZS V3 149', 'FZS V3 ABS 149'],
    engineCc: 149,
    body: 'street-big',
    newTaka: 275_000,
    ages: [1, 6],
    count: 4,
    colours: ['black', 'blue', 'grey', 'red'],
  }),
  yamaha('FZS', {
    engineCc: 153,
    body: 'street-muscle',
    newTaka: 240_000,
    ages: [13, 15],
    count: 2,
    names: ['FZS 153'],
  }),
  yamaha('FZ16', { engineCc: 153, body: 'street-muscle', newTaka: 215_000, ages: [12, 15], count: 0 }),
  yamaha('Fazer FI', {
    engineCc: 149,
    body: 'semi-fairing',
    newTaka: 285_000,
    ages: [5, 8],
    count: 3,
    names: ['Fazer FI 149', 'Fazer FI V2 149'],
  }),
  yamaha('FZ-X', { engineCc: 149, body: 'neo-retro', newTaka: 300_000, ages: [1, 4], count: 1 }),
  yamaha('MT-15', { engineCc: 155, body: 'naked-robot', newTaka: 430_000, ages: [2, 6], count: 1 }),
  yamaha('MT-15 V2', { engineCc: 155, body: 'naked-robot', newTaka: 465_000, ages: [1, 3], count: 0 }),
  yamaha('XSR 155', { engineCc: 155, body: 'cafe-150', newTaka: 555_000, ages: [1, 4], count: 0 }),
  yamaha('R15 V3', {
    engineCc: 155,
    body: 'sport-150',
    newTaka: 545_000,
    ages: [3, 7],
    count: 3,
    names: ['R15 V3 155', 'R15 V3 Dual ABS 155'],
  }),
  yamaha('R15 V4', { engineCc: 155, body: 'sport-155', newTaka: 600_000, ages: [1, 4], count: 0 }),
  yamaha('R15M', { engineCc: 155, body: 'sport-155', newTaka: 615_000, ages: [1, 4], count: 0 }),
  yamaha('RayZR 125', { engineCc: 125, body: 'scooter-sport', newTaka: 230_000, ages: [1, 4], count: 0 }),
  yamaha('Saluto 125', { engineCc: 125, body: 'commuter-125', newTaka: 150_000, ages: [3, 9], count: 2 }),
  yamaha('RX 115', { engineCc: 115, body: 'twostroke-115', newTaka: 110_000, ages: [24, 30], count: 1 }),
]

export const suzukiModels = [
  suzuki('Gixxer 155', {
    engineCc: 155,
    body: 'street-160',
    newTaka: 215_000,
    ages: [3, 9],
    count: 2,
    names: ['Gixxer 155', 'Gixxer 155 Dual Tone'],
  }),
  suzuki('Gixxer Fi ABS', { engineCc: 155, body: 'street-muscle', newTaka: 262_000, ages: [1, 5], count: 1 }),
  suzuki('Gixxer SF', { engineCc: 155, body: 'semi-fairing-sport', newTaka: 310_000, ages: [2, 8], count: 1 }),
  suzuki('GSX-R150', { engineCc: 147, body: 'sport-round', newTaka: 480_000, ages: [1, 5], count: 1 }),
  suzuki('GSX-S150', { engineCc: 147, body: 'naked-robot', newTaka: 420_000, ages: [1, 5], count: 0 }),
  suzuki('Bandit', { engineCc: 147, body: 'neo-retro', newTaka: 400_000, ages: [1, 5], count: 0 }),
  suzuki('GSX 125', { engineCc: 125, body: 'commuter-sport', newTaka: 160_000, ages: [1, 4], count: 0 }),
  suzuki('Intruder 150', { engineCc: 155, body: 'cruiser-low', newTaka: 340_000, ages: [2, 7], count: 0 }),
  suzuki('Hayate EP', { engineCc: 113, body: 'commuter-110', newTaka: 120_000, ages: [3, 9], count: 1 }),
  suzuki('Access 125', { engineCc: 124, body: 'scooter-125', newTaka: 220_000, ages: [2, 6], count: 0 }),
  suzuki('Burgman Street 125', { engineCc: 124, body: 'scooter-maxi', newTaka: 250_000, ages: [1, 5], count: 0 }),
]

export const tvsModels = [
  tvs('Apache RTR 160 4V', {
    names: ['Apache RTR 160 4V', 'Apache RTR 160 4V Single Disc', 'Apache RTR 160 4V Fi ABS'],
    engineCc: 160,
    body: 'street-perimeter',
    newTaka: 235_000,
    ages: [1, 7],
    count: 7,
    colours: ['red', 'black', 'blue', 'white'],
  }),
  tvs('Apache RTR 160 2V', {
    engineCc: 160,
    body: 'street-twin-disc',
    newTaka: 190_000,
    ages: [1, 8],
    count: 5,
    names: ['Apache RTR 160', 'Apache RTR 160 Race Edition'],
  }),
  tvs('Apache RTR 150', { engineCc: 148, body: 'street-135', newTaka: 180_000, ages: [6, 12], count: 5 }),
  tvs('Raider 125', { engineCc: 125, body: 'naked-duke', newTaka: 168_000, ages: [1, 3], count: 2 }),
  tvs('Stryker 125', { engineCc: 125, body: 'commuter-flyscreen', newTaka: 142_000, ages: [2, 7], count: 3 }),
  tvs('Metro Plus 110', { engineCc: 110, body: 'commuter-110', newTaka: 128_000, ages: [2, 8], count: 2 }),
  tvs('Metro 100', { engineCc: 100, body: 'commuter-wire', newTaka: 112_000, ages: [3, 11], count: 2 }),
  tvs('Radeon 110', { engineCc: 110, body: 'commuter-box', newTaka: 132_000, ages: [2, 5], count: 1 }),
  tvs('Max 125', { engineCc: 125, body: 'commuter-125', newTaka: 130_000, ages: [4, 8], count: 1 }),
  tvs('XL 100', { engineCc: 100, body: 'moped', newTaka: 88_000, ages: [2, 7], count: 1 }),
  tvs('Ntorq 125', { engineCc: 125, body: 'scooter-sport', newTaka: 235_000, ages: [1, 5], count: 0 }),
  tvs('Wego 110', { engineCc: 110, body: 'scooter-110', newTaka: 165_000, ages: [7, 11], count: 0 }),
]
