import { expect, test } from 'vitest'
import { putPlaceFirst } from './put-place-first.ts'

const known = ['Petrol pump', 'Police box']

test('a public place stands before the area, and replaces the one that was chosen before', () => {
  expect(putPlaceFirst('Petrol pump', 'Mirpur 10 circle', known)).toBe('Petrol pump, Mirpur 10 circle')
  expect(putPlaceFirst('Police box', 'Petrol pump, Mirpur 10, Dhaka', known)).toBe('Police box, Mirpur 10, Dhaka')
  expect(putPlaceFirst('Petrol pump', 'Petrol pump', known)).toBe('Petrol pump')
  expect(putPlaceFirst('Petrol pump', ' ', known)).toBe('Petrol pump')
})
