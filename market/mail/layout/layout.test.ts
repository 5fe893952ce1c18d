import { expect, test } from 'vitest'
import { getEmailTemplates } from '#market/mail/rules.ts'
import { renderEmail } from './rules.ts'

const publicUrl = 'https://motohaat.example'
const bike = {
  name: 'Suzuki Gixxer 155',
  category: 'Suzuki',
  salePriceTaka: 178_000,
  boughtInYear: 2021,
  location: 'Mirpur',
  slug: 'suzuki-gixxer-155',
}
const person = { name: 'Nila Das', publicUrl }
const unsubscribeUrl = `${publicUrl}/stop/${'x'.repeat(43)}`

const createAllEmails = (language: 'en' | 'bn') => {
  const emails = getEmailTemplates(language)
  const search = { name: 'Suzuki in Dhaka', query: 'brand=suzuki&district=dhaka' }
  return [
    emails.passwordReset({ ...person, token: 'token' }),
    emails.passwordChanged(person),
    emails.addressProof({ publicUrl, token: 'token' }),
    emails.loginsEnded({ publicUrl }),
    emails.secondFactorChanged({ ...person, isOn: true }),
    emails.accountDeleted(person),
    emails.contactMessage({
      publicUrl,
      written: { email: 'mitu@example.com', message: 'Is it\n<b>yours</b> & mine?' },
    }),
    emails.newBikes({ ...person, search, bikes: [bike, bike], moreCount: 3, unsubscribeUrl }),
    emails.priceDrop({ ...person, bike, previousTaka: 190_000, unsubscribeUrl }),
  ]
}

const entities: Record<string, string> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#39;': "'" }
const decode = (html: string) => html.replace(/&(?:amp|lt|gt|quot|#39);/g, (entity) => entities[entity] ?? entity)
const toWords = (text: string) => text.split(/[\s,:]+/).filter((word) => word !== '')

/** The words of the HTML as a person reads them, with the URL of each link behind its words. */
const readHtml = (html: string) => {
  const body = html.slice(html.indexOf('<h1'))
  const withUrls = body.replace(/<a href="([^"]+)"[^>]*>([^<]+)<\/a>/g, '$2 $1')
  return decode(withUrls.replace(/<[^>]+>/g, ' '))
}

test.each(['en', 'bn'] as const)('the HTML and the plain text of every e-mail say the same (%s)', (language) => {
  for (const { subject, text, html = '' } of createAllEmails(language)) {
    expect(toWords(readHtml(html)).toSorted(), subject).toEqual(
      expect.arrayContaining(
        toWords(text)
          .toSorted()
          .filter((word) => !word.startsWith(unsubscribeUrl)),
      ),
    )
    expect(html).toContain(`<html lang="${language}">`)
    expect(html.match(/<h1/g)).toHaveLength(1)
  }
})

test('an e-mail loads nothing: no style sheet, script, form or picture', () => {
  for (const { html = '' } of [...createAllEmails('en'), ...createAllEmails('bn')])
    expect(html).not.toMatch(/<(?:img|link|script|style|form|iframe)|url\(|@import/)
})

test('words of members are never markup, and lines of a message stay lines', () => {
  const message = createAllEmails('en').find(({ subject }) => subject.startsWith('Message'))
  expect(message?.html).toContain('Is it<br>&lt;b&gt;yours&lt;/b&gt; &amp; mine?')
  const { html } = renderEmail(
    {
      heading: '<i>',
      preview: '"><script>',
      paragraphs: [{ text: '<u>', link: { label: '<s>', url: 'https://a.example/?x="><script>' } }],
      items: [{ title: '<em>', facts: '<em>', picture: { url: 'https://a.example/"onerror="x', alt: '"onload="x' } }],
      rows: [{ label: '<th>', value: '<td>\nnext' }],
      button: { label: '<b>', url: 'https://a.example/"onclick="x' },
      notes: ['<p class="x">'],
      footer: ['<hr>'],
    },
    'en',
  )
  expect(html).not.toMatch(/<(?:i|u|s|em|hr|script)>|"on\w+="|<p class/)
})

test('a picture has its size, its words and no other part of the page', () => {
  const picture = { url: `${publicUrl}/pictures/a.jpg`, alt: 'Suzuki Gixxer 155' }
  const { html, text } = renderEmail(
    { heading: 'A bike', paragraphs: ['Hello.'], items: [{ title: 'Suzuki', facts: '৳1,78,000', picture }] },
    'en',
  )
  expect(html).toContain(`<img src="${picture.url}" width="120" height="80" alt="Suzuki Gixxer 155"`)
  expect(text).toContain('Suzuki, ৳1,78,000')
})
