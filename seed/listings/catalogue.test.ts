import { expect, test } from 'vitest'
import { createTestApp } from '#tests/support/test-app.ts'
import { demoModels } from './models.ts'

test('every model of the demonstration is in the catalogue, with its engine size', async () => {
  const { visitor } = await createTestApp()
  const brands = await visitor('GET /catalogue')
  const known = brands.flatMap(({ name: brand, models }) =>
    models.map(({ name, engineCc }) => `${brand} ${name} ${engineCc}`),
  )
  const unknown = demoModels
    .map(({ brand, model, engineCc }) => `${brand} ${model} ${engineCc}`)
    .filter((one) => !known.includes(one))
  expect(unknown).toEqual([])
})
