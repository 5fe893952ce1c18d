// The messages of a conversation as they are shown.
import { type ComponentProps, createElement } from 'react'
import { expect, test } from 'vitest'
import { readHtml, readText } from '#tests/support/deals/read-page.ts'
import { ChatLog } from './chat-log.tsx'
import type { ChatMessage } from './chat-types.ts'

type Props = ComponentProps<typeof ChatLog>

const createPage = (texts: string[], side: Props['side'] = 'buyer') => {
  const props: Props = {
    side,
    messages: texts.map((text, index): ChatMessage => ({
      number: index + 1,
      isMine: index % 2 === 0,
      text,
      offer: null,
      isMasked: false,
      at: '2026-11-20T04:00:00.000Z',
    })),
    outgoing: [],
    otherName: 'Rahim Uddin',
    otherSeen: 0,
    isMasking: true,
    older: null,
    onRetry: () => undefined,
    children: (newMessages) => newMessages,
  }
  return () => createElement(ChatLog, props)
}

test('nothing that somebody wrote is a link, a picture or markup', () => {
  const texts = [
    'https://wa.me/8801712345678',
    'www.example.com/pay',
    'mailto:rahim@example.com',
    '<a href="https://example.com">bike</a>',
    '<img src=x onerror=alert(1)>',
    '[papers](https://example.com)',
  ]
  const html = readHtml(createPage(texts), null)
  expect(html).not.toMatch(/<(?:a|img|iframe|script)\b/)
  for (const text of texts.slice(0, 3)) expect(readText(createPage(texts), null)).toContain(text)
  expect(html).toContain('&lt;a href=')
})

test('a buyer is warned of money in advance, a seller of keys without the code', () => {
  const advice = {
    buyer: 'Never send anybody money outside Motohaat',
    seller: 'only when Motohaat says that the code is right',
  }
  expect(readText(createPage([], 'buyer'), null)).toContain(advice.buyer)
  expect(readText(createPage([], 'buyer'), null)).not.toContain(advice.seller)
  expect(readText(createPage([], 'seller'), null)).toContain(advice.seller)
  expect(readText(createPage([], 'seller'), null)).not.toContain(advice.buyer)
})
