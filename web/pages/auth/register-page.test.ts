// Registering without a photo, with one, and what the form says of it.
import { type ActionFunctionArgs, RouterContextProvider } from 'react-router'
import { afterEach, expect, test, vi } from 'vitest'
import { UnreachableError } from '#contract/client.ts'
import { loadBangla, readHtml, toText } from '#tests/support/deals/read-page.ts'
import { type AppContext, appContext } from '#web/context/app-context.ts'
import type { Language } from '#web/i18n/language.ts'
import Register, { action } from './register-page.tsx'

const initialsUrl = `/pictures/${'1'.repeat(32)}.webp`

/** A browser that draws nothing: its canvas gives a picture without a context for drawing. */
const stubCanvas = () => {
  const canvas = { getContext: () => null, toBlob: (send: (blob: Blob) => void) => send(new Blob(['initials'])) }
  vi.stubGlobal('document', { createElement: () => canvas })
}
afterEach(() => vi.unstubAllGlobals())

/** Submits the form with this photo; returns the outcome, the calls of the API and the photo of the account. */
const register = async (image: string, upload = () => Promise.resolve({ url: initialsUrl })) => {
  stubCanvas()
  const calls: string[] = []
  const photos: string[] = []
  const client = (name: string) => {
    calls.push(name)
    return upload()
  }
  const signUp = (person: { image: string }) => Promise.resolve(photos.push(person.image))
  const context = new RouterContextProvider()
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the action reads these alone
  context.set(appContext, { client, session: { signUp } } as unknown as AppContext)
  const person = {
    name: 'Nadia Haque',
    image,
    email: 'nadia@motohaat.test',
    password: 'a-long-password',
    role: 'Buyer',
  }
  const request = new Request('http://localhost/register', { method: 'POST', body: new URLSearchParams(person) })
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the action reads these alone
  const outcome = await action({ request, context, params: {} } as unknown as ActionFunctionArgs)
  return { outcome, calls, photos }
}

test('who chose no photo has a picture of the initials', async () => {
  const { outcome, calls, photos } = await register('')
  expect(outcome).toEqual({ isDone: true, email: 'nadia@motohaat.test' })
  expect(calls).toEqual(['POST /profile-photos'])
  expect(photos).toEqual([initialsUrl])
})

test('a photo that was chosen, or a link to one, stays', async () => {
  const { calls, photos } = await register('https://example.com/nadia.jpg')
  expect(calls).toEqual([])
  expect(photos).toEqual(['https://example.com/nadia.jpg'])
})

test('no account is created when the picture of the initials cannot be sent, and the form says so', async () => {
  const { outcome, photos } = await register('', () => Promise.reject(new UnreachableError('Cannot reach Motohaat.')))
  expect(outcome).toEqual({ isDone: false, message: 'Cannot reach Motohaat.' })
  expect(photos).toEqual([])
})

test('the photo is optional: the form says what is shown without one, and has no button for that', async () => {
  const read = (language?: Language) => toText(readHtml(Register, null, language).replaceAll('<!-- -->', ''))
  const english = read()
  expect(english).toContain('Your photo (optional) Add a photo Without one, your initials are shown.')
  expect(english).not.toContain('Use my initials')
  expect(read(await loadBangla())).toContain('আপনার ছবি (না দিলেও চলে) ছবি দিন ছবি না দিলে নামের প্রথম অক্ষর দেখা যায়।')
})

test('the field for the link to a photo stays, and is required', () => {
  expect(readHtml(Register, null)).toMatch(/<input (?=[^>]*name="image")(?=[^>]*required)/)
})
