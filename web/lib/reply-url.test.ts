import { expect, test } from 'vitest'
import { toMailUrl, toReplyUrl } from './reply-url.ts'

const message = { email: 'tania@example.com', subject: 'Is it open on Friday?', message: 'Hello\nTania' }

test('a reply names the subject and quotes each line of the message', () => {
  expect(toReplyUrl(message)).toBe(
    'mailto:tania@example.com?subject=Re%3A%20Is%20it%20open%20on%20Friday%3F&body=%0D%0A%0D%0A%3E%20Hello%0D%0A%3E%20Tania',
  )
  expect(toReplyUrl({ ...message, subject: null, message: null })).toBe(
    'mailto:tania@example.com?subject=Re%3A%20Motohaat&body=%0D%0A%0D%0A%3E%20',
  )
})

test('the address of a stranger adds no recipients to the reply', () => {
  const email = 'x?cc=spy%40example.org&bcc=y@example.com'
  const url = new URL(toReplyUrl({ ...message, email }))
  expect([...url.searchParams.keys()]).toEqual(['subject', 'body'])
  expect(decodeURIComponent(url.pathname)).toBe(email)
  expect(new URL(toMailUrl(email)).search).toBe('')
})

test('a long message is cut between two characters, not inside an emoji', () => {
  const url = new URL(toReplyUrl({ ...message, message: `a${'🏍'.repeat(1_200)}` }))
  expect(url.searchParams.get('body')).toBe(`\r\n\r\n> a${'🏍'.repeat(999)}`)
})
