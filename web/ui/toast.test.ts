// Spec §4 and §9: the kinds of toasts, their durations and the maximum.
import { createElement } from 'react'
import { renderToString } from 'react-dom/server'
import { toast as queue, useToaster } from 'react-hot-toast/headless'
import { beforeEach, expect, test, vi } from 'vitest'
import { showToast, ToastList } from './toast-list.tsx'
import { productAddedToastMs, briefToastMs, productErrorToastMs, toast } from './toast.ts'

type QueuedToast = { type: string; duration: number | undefined }

/** The queued toasts, newest first. */
const listQueued = (): QueuedToast[] => {
  let queued: QueuedToast[] = []
  const Probe = () => {
    queued = useToaster().toasts.map(({ type, duration }) => ({ type, duration }))
    return null
  }
  renderToString(createElement(Probe))
  return queued
}

beforeEach(() => queue.remove())

/** Waits for the toast code, which the first toast fetches. */
const waitForCount = (count: number) => vi.waitFor(() => expect(listQueued()).toHaveLength(count))

test('a toast is shown for 5 seconds by default, whatever its kind', async () => {
  toast.success('Added to wishlist')
  toast.error('Please Login for Booking')
  await waitForCount(2)
  expect(listQueued()).toEqual([
    { type: 'error', duration: 5_000 },
    { type: 'success', duration: 5_000 },
  ])
})

test('login and register show it for 2 seconds, an added product for 2000 ms, a product error for 4000 ms', async () => {
  expect([briefToastMs, productAddedToastMs, productErrorToastMs]).toEqual([2_000, 2_000, 4_000])
  toast.error('This picture is larger than 10 MB.', productErrorToastMs)
  await waitForCount(1)
  expect(listQueued()).toEqual([{ type: 'error', duration: 4_000 }])
})

test('the kinds are blank for 4000 ms, error, success, loading without a limit, and custom', async () => {
  toast.blank('You are logged out.')
  toast.error('Please Login for Booking')
  toast.success('Added to wishlist')
  toast.loading('Logging out…')
  await waitForCount(4)
  showToast({ kind: 'custom', message: 'A message', durationMs: 1_000 })
  expect(listQueued()).toEqual([
    { type: 'custom', duration: 1_000 },
    { type: 'loading', duration: Infinity },
    { type: 'success', duration: 5_000 },
    { type: 'error', duration: 5_000 },
    { type: 'blank', duration: 4_000 },
  ])
})

test('a toast of each kind shows its message, and its mark: a tick, a warning, or a spinner while loading', () => {
  for (const kind of ['blank', 'error', 'success', 'loading', 'custom'] as const)
    showToast({ kind, message: `This is ${kind}.`, durationMs: 1_000 })
  const shown = renderToString(createElement(ToastList)).split('</div>')
  // The newest three.
  expect(shown.map((html) => /This is \w+\./.exec(html)?.[0])).toEqual([
    'This is custom.',
    'This is loading.',
    'This is success.',
    undefined,
  ])
  expect(shown.map((html) => html.includes('<svg'))).toEqual([false, true, true, false])
  expect(shown[1]).toContain('role="status"')
})

test('a loading toast goes when the work is done', async () => {
  const dismiss = toast.loading('Logging out…')
  await waitForCount(1)
  dismiss()
  await vi.waitFor(() => expect(renderToString(createElement(ToastList))).toBe(''))
})

test('at most 20 toasts are queued', async () => {
  for (let count = 0; count < 25; count += 1) toast.success(`${count}`)
  await waitForCount(20)
  expect(listQueued()).toHaveLength(20)
})
