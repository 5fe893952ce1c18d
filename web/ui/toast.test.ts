// Spec §4 and §9: the kinds of toast, how long each is shown, and how many at most.
import { createElement } from 'react'
import { renderToString } from 'react-dom/server'
import { toast as queue, useToaster } from 'react-hot-toast/headless'
import { beforeEach, expect, test } from 'vitest'
import { addedToastMs, briefToastMs, notAddedToastMs, toast } from './toast.ts'

type Shown = { type: string; duration: number | undefined }

/** What waits to be shown, the newest first. */
const waiting = (): Shown[] => {
  let seen: Shown[] = []
  const Probe = () => {
    seen = useToaster().toasts.map(({ type, duration }) => ({ type, duration }))
    return null
  }
  renderToString(createElement(Probe))
  return seen
}

beforeEach(() => queue.remove())

test('a toast is shown for 5 seconds, whatever it tells, where nothing else is said', () => {
  toast.success('Added to wishlist')
  toast.error('Please Login for Booking')
  expect(waiting()).toEqual([
    { type: 'error', duration: 5_000 },
    { type: 'success', duration: 5_000 },
  ])
})

test('login and register say it for 2 seconds, an added product for 2000 ms, one that was not for 4000 ms', () => {
  expect([briefToastMs, addedToastMs, notAddedToastMs]).toEqual([2_000, 2_000, 4_000])
  toast.error('This picture is larger than 10 MB.', notAddedToastMs)
  expect(waiting()).toEqual([{ type: 'error', duration: 4_000 }])
})

test('the kinds are blank for 4000 ms, error, success, loading without an end, and custom', () => {
  queue('')
  queue.loading('')
  queue.custom('')
  expect(waiting()).toEqual([
    { type: 'custom', duration: 4_000 },
    { type: 'loading', duration: Infinity },
    { type: 'blank', duration: 4_000 },
  ])
})

test('at most 20 toasts wait', () => {
  for (let count = 0; count < 25; count += 1) toast.success(`${count}`)
  expect(waiting()).toHaveLength(20)
})
