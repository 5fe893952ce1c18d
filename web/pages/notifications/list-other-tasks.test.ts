// Which open notifications stand beside the deals that wait for the member.
import { expect, test } from 'vitest'
import { listNewDealIds, listOtherTasks } from './list-other-tasks.ts'

const toTask = (kind: string, dealId: string | null, chatId: string | null = null) => ({
  kind,
  dealId,
  chatId,
  image: null,
})

test('what a waiting deal says itself is said once; an account, a price and a rating are asked for beside it', () => {
  const tasks = [
    'requested',
    'meeting_proposed',
    'payout_destination_missing',
    'price_offered',
    'transfer_apply',
    'rate_deal',
  ]
  const list = (waiting: string[]) =>
    listOtherTasks(
      tasks.map((kind) => toTask(kind, 'deal')),
      waiting.map((_id) => ({ _id })),
    ).map(({ kind }) => kind)
  expect(list(['deal'])).toEqual(['payout_destination_missing', 'price_offered', 'rate_deal'])
  expect(list(['another deal'])).toEqual(tasks)
})

test('of several requests about the same the newest is listed', () => {
  const [newest, older, other] = [
    toTask('offer_made', null, 'a'),
    toTask('offer_made', null, 'a'),
    toTask('offer_made', null, 'b'),
  ]
  expect(listOtherTasks([newest, older, other], [])).toEqual([newest, other])
})

test('the row of a deal is new where it stands for what was not read, and not where another row does', () => {
  const toOpen = (kind: string, dealId: string, seen = false) => ({ ...toTask(kind, dealId), seen })
  const open = [toOpen('requested', 'one'), toOpen('requested', 'two', true), toOpen('rate_deal', 'three')]
  const waiting = ['one', 'two', 'three'].map((_id) => ({ _id }))
  expect(listNewDealIds(open, listOtherTasks(open, waiting))).toEqual(['one'])
})
