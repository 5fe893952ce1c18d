// Misspelt, Bangla and Banglish queries, and the correct spelling of each: both must find the same bikes.
import { afterAll, assert, beforeAll, expect, test } from 'vitest'
import { registerMember } from '#tests/support/selling.ts'
import { insertBikesOfEveryModel } from '#tests/support/search/fixtures.ts'
import { createTestApp, type TestApp } from '#tests/support/test-app.ts'
import { countEdits } from './spelling.ts'

const pairs: readonly (readonly [typed: string, written: string])[] = [
  ['gixer', 'gixxer'],
  ['জিক্সার', 'gixxer'],
  ['jikser', 'gixxer'],
  ['gixxr', 'gixxer'],
  ['suzuki gixar', 'suzuki gixxer'],
  ['gixer sf', 'gixxer sf'],
  ['জিক্সার এসএফ', 'gixxer sf'],
  ['pulser', 'pulsar'],
  ['পালসার', 'pulsar'],
  ['palser', 'pulsar'],
  ['পালসর', 'pulsar'],
  ['pulser 150 dhaka', 'pulsar 150 dhaka'],
  ['পালসার ১৫০ ঢাকা', 'pulsar 150 dhaka'],
  ['bajaj pulsor', 'bajaj pulsar'],
  ['বাজাজ পালসার', 'bajaj pulsar'],
  ['yamha', 'yamaha'],
  ['ইয়ামাহা', 'yamaha'],
  ['ইয়ামহা', 'yamaha'],
  ['yamaha r 15', 'yamaha r15'],
  ['r15v3', 'r15 v3'],
  ['আর১৫ ভি৩', 'r15 v3'],
  ['আর ১৫', 'r15'],
  ['fz s', 'fzs'],
  ['এফজেডএস', 'fzs'],
  ['fz s v3', 'fzs v3'],
  ['fzs version 2', 'fzs v2'],
  ['mt15', 'mt-15'],
  ['এমটি ১৫', 'mt-15'],
  ['fezer', 'fazer'],
  ['ফেজার', 'fazer'],
  ['suzki', 'suzuki'],
  ['সুজুকি', 'suzuki'],
  ['sujuki dhaka', 'suzuki dhaka'],
  ['hayte', 'hayate'],
  ['হায়াতে', 'hayate'],
  ['intrudar', 'intruder'],
  ['gsxr', 'gsx-r150'],
  ['gsx r 150', 'gsx-r150'],
  ['bandeet', 'bandit'],
  ['টিভিএস', 'tvs'],
  ['t v s', 'tvs'],
  ['apachi', 'apache'],
  ['appache rtr', 'apache rtr'],
  ['অ্যাপাচি', 'apache'],
  ['apachi rtr 160 4v', 'apache rtr 160 4v'],
  ['straiker', 'stryker'],
  ['স্ট্রাইকার', 'stryker'],
  ['raidr 125', 'raider 125'],
  ['ntorque', 'ntorq'],
  ['hornat', 'hornet'],
  ['dhaaka', 'dhaka'],
  ['ঢাকা', 'dhaka'],
  ['chittagong', 'chattogram'],
  ['চট্টগ্রাম', 'chattogram'],
  ['ctg yamaha', 'chattogram yamaha'],
  ['silhet', 'sylhet'],
  ['সিলেট', 'sylhet'],
  ['rajsahi', 'rajshahi'],
  ['দেড় লাখ টাকার মধ্যে', 'under 150000'],
  ['মিরপুর', 'mirpur'],
  ['yamaha ১৫০ সিসি', 'yamaha 150cc'],
  ['সুজুকি ২ লাখের নিচে', 'suzuki under 2 lakh'],
]

// 57 of 60.
const minEqualShare = 0.95

let testApp: TestApp
beforeAll(async () => {
  testApp = await createTestApp({ manualClose: true })
  await insertBikesOfEveryModel(testApp, await registerMember(testApp, 'Seller'))
})
afterAll(() => testApp.close())

/** The ids of the first ten bikes, and whether the search dropped filters. */
const findFirstTen = async (q: string) => {
  const { bikes, widened } = await testApp.visitor('GET /bikes', { query: { q, limit: '10' } })
  return { ids: bikes.map(({ _id }) => _id), isWidened: widened.length > 0 }
}

test('misspelt, Bangla and Banglish queries find what the correct spelling finds, in at least 57 of 60 pairs', async () => {
  assert(pairs.length >= 60, 'needs sixty pairs')
  const different: string[] = []
  for (const [typed, written] of pairs) {
    const [one, other] = [await findFirstTen(typed), await findFirstTen(written)]
    assert(other.ids.length > 0 && !other.isWidened, `needs bikes for ${written}`)
    if (one.ids.join() !== other.ids.join() || one.isWidened) different.push(typed)
  }
  expect(different.length, different.join(', ')).toBeLessThanOrEqual(pairs.length * (1 - minEqualShare))
})

test.each([
  ['bjaaj', 'bajaj', 1],
  ['gixxer', 'gixxer', 0],
  ['pulser', 'pulsar', 1],
  ['yamaha', 'suzuki', 3],
])('swapped neighbours count as one edit: %s and %s differ in %i', (typed, known, edits) => {
  expect(countEdits(typed, known, 2)).toBe(edits)
})
