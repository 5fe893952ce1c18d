// What the log says while the card provider cannot be reached: that it went and that it is back, not each try.
import { expect, test } from 'vitest'
import { book, findUnwantedBike, startPayment } from '#tests/support/buying.ts'
import { queryAsOwner } from '#tests/support/owner-connection.ts'
import { chooseByRun } from '#tests/support/run-length.ts'
import { createTestApp } from '#tests/support/test-app.ts'
import { operations } from '#sandbox/cards/faults.ts'
import { sandboxKeys } from '#sandbox/sandbox.ts'

const rounds = chooseByRun(20, 100)

test(`${rounds} rounds of the job without the card provider leave ten lines in the log at most`, async () => {
  const testApp = await createTestApp()
  const buyer = await testApp.signInAs('karim')
  for (let count = 0; count < 3; count += 1)
    await startPayment(buyer, await book(buyer, await findUnwantedBike(testApp)))
  await queryAsOwner(testApp, `update payments set created_at = now() - interval '1 hour' where state = 'open'`)
  testApp.logLines.splice(0)
  for (const operation of operations)
    await fetch(`http://127.0.0.1:${testApp.sandboxPort}/sandbox/faults`, {
      method: 'POST',
      headers: { authorization: `Bearer ${sandboxKeys.stripe.secretKey}` },
      body: JSON.stringify({ operation, fault: 'drop_before', times: 1_000 }),
    })
  for (let round = 0; round < rounds; round += 1) await testApp.sweep()
  const about = testApp.logLines.filter((line) => line.includes('External service cards failed repeatedly'))
  expect(about).toHaveLength(1)
  expect(testApp.logLines.length, testApp.logLines.join('')).toBeLessThanOrEqual(10)
})
