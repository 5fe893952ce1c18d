import { createModelFor } from './model.ts'

const hero = createModelFor('Hero')
const honda = createModelFor('Honda')

export const heroModels = [
  hero('Hunk 150', {
    names: ['Hunk 150', 'Hunk 150R', 'Hunk 150 Double Disc', 'Hunk Matt'],
    engineCc: 149,
    body: 'street-shroud',
    newTaka: 172_000,
    ages: [2, 11],
    count: 11,
    colours: ['black', 'red', 'blue', 'grey'],
  }),
  hero('Thriller 160R', {
    names: ['Thriller 160R', 'Thriller 160R FI ABS'],
    engineCc: 163,
    body: 'street-muscle',
    newTaka: 205_000,
    ages: [1, 5],
    count: 4,
    colours: ['red', 'blue', 'black', 'white'],
  }),
  hero('Xtreme Sports', { engineCc: 149, body: 'street-160', newTaka: 178_000, ages: [7, 10], count: 1 }),
  hero('CBZ Xtreme', { engineCc: 149, body: 'street-135', newTaka: 180_000, ages: [12, 16], count: 1 }),
  hero('Achiever 150', { engineCc: 149, body: 'commuter-sport', newTaka: 145_000, ages: [5, 9], count: 1 }),
  hero('Splendor Plus', {
    names: ['Splendor Plus', 'Splendor Plus IBS'],
    engineCc: 97,
    body: 'commuter-box',
    newTaka: 122_000,
    ages: [2, 13],
    count: 5,
    colours: ['black', 'silver', 'red', 'blue'],
  }),
  hero('Splendor iSmart 110', { engineCc: 110, body: 'commuter-110', newTaka: 132_000, ages: [3, 8], count: 2 }),
  hero('HF Deluxe', { engineCc: 97, body: 'commuter-wire', newTaka: 108_000, ages: [2, 9], count: 3 }),
  hero('Glamour 125', {
    names: ['Glamour 125', 'Glamour 125 Disc'],
    engineCc: 125,
    body: 'commuter-flyscreen',
    newTaka: 142_000,
    ages: [2, 11],
    count: 5,
  }),
  hero('Ignitor 125', { engineCc: 125, body: 'commuter-sport', newTaka: 148_000, ages: [2, 8], count: 2 }),
  hero('Passion Pro', { engineCc: 97, body: 'commuter-alloy', newTaka: 125_000, ages: [8, 13], count: 2 }),
  hero('Pleasure', { engineCc: 102, body: 'scooter-110', newTaka: 145_000, ages: [4, 10], count: 1 }),
]

export const hondaModels = [
  honda('CB Hornet 160R', {
    names: ['CB Hornet 160R', 'CB Hornet 160R CBS', 'CB Hornet 160R ABS'],
    engineCc: 163,
    body: 'street-160',
    newTaka: 205_000,
    ages: [2, 8],
    count: 6,
    colours: ['red', 'green', 'blue', 'orange', 'black'],
  }),
  honda('X-Blade 160', { engineCc: 163, body: 'naked-robot', newTaka: 198_000, ages: [1, 6], count: 2 }),
  honda('CB Trigger', { engineCc: 149, body: 'street-shroud', newTaka: 195_000, ages: [8, 11], count: 2 }),
  honda('CB Shine', { engineCc: 125, body: 'commuter-125', newTaka: 155_000, ages: [4, 10], count: 1 }),
  honda('SP 125', { engineCc: 124, body: 'commuter-sport', newTaka: 162_000, ages: [1, 5], count: 2 }),
  honda('Livo 110', { engineCc: 110, body: 'commuter-110', newTaka: 130_000, ages: [3, 9], count: 2 }),
  honda('Dream 110', { engineCc: 110, body: 'commuter-alloy', newTaka: 122_000, ages: [5, 11], count: 1 }),
  honda('Dio 110', { engineCc: 110, body: 'scooter-sport', newTaka: 170_000, ages: [1, 8], count: 1 }),
  honda('CBR150R', {
    names: ['CBR150R', 'CBR150R Repsol'],
    engineCc: 149,
    body: 'sport-155',
    newTaka: 545_000,
    ages: [3, 9],
    count: 3,
    colours: ['red', 'orange', 'black'],
  }),
]
