import PostalMime from 'postal-mime'
import { noFacts } from '#market/notifications/notice-facts.ts'
import { expect, test } from 'vitest'
import { createSmtpServer } from '#tests/support/smtp-server.ts'
import { createMailer } from './mailer.ts'
import { getEmailTemplates } from './templates/languages.ts'
import { renderEmail } from './layout.ts'

const publicUrl = 'https://motohaat.example'
const bike = {
  name: 'Suzuki Gixxer 155',
  category: 'Suzuki',
  salePriceTaka: 178_000,
  year: 2021,
  location: 'Mirpur',
  slug: 'suzuki-gixxer-155',
}
const person = { name: 'Nila Das', publicUrl }
const unsubscribeUrl = `${publicUrl}/stop/${'x'.repeat(43)}`

const deal = {
  kind: 'meeting_agreed',
  side: 'buyer' as const,
  otherName: 'Rahim Uddin',
  taka: null,
  chatId: null,
  dealId: 'deal',
  bike,
  priceTaka: 175_000,
  facts: { ...noFacts, meeting: { at: new Date('2026-11-27T10:00:00Z'), place: 'Mirpur 10', isProposed: false } },
  otherNumber: null,
  bikesLike: [],
}

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
    emails.accountRemoved({ ...person, reason: 'You sold what is not yours.', hasUnfinishedMoney: true }),
    emails.readingReport({ publicUrl, day: '2026-11-02', readers: [{ name: 'Imran Hossain', papers: 12, bikes: 1 }] }),
    emails.contactMessage({
      publicUrl,
      written: { email: 'mitu@example.com', message: 'Is it\n<b>yours</b> & mine?' },
    }),
    emails.newBikes({ ...person, search, bikes: [bike, bike], moreCount: 3, unsubscribeUrl }),
    ...[emails.dealNotice({ ...person, notice: deal })].filter((email) => email !== null),
    emails.priceDrop({ ...person, bike, previousTaka: 190_000, unsubscribeUrl }),
  ]
}

const entities: Record<string, string> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#39;': "'" }
const decode = (html: string) => html.replace(/&(?:amp|lt|gt|quot|#39);/g, (entity) => entities[entity] ?? entity)
const toWords = (text: string) => text.split(/[\s,:]+/).filter((word) => word !== '')

/** The words of the HTML as a person reads them, with the URL of each link behind its words. */
const readHtml = (html: string) => {
  const body = html.slice(html.indexOf('<h1'))
  const withUrls = body.replace(/<a (?:class="link" )?href="([^"]+)"[^>]*>([^<]+)<\/a>/g, '$2 $1')
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

test('an e-mail loads the logo and the pictures of its bikes, from our own address, and nothing else', () => {
  for (const { subject, html = '' } of [...createAllEmails('en'), ...createAllEmails('bn')]) {
    expect(html).not.toMatch(/<(?:link|script|form|iframe)|url\(|@import/)
    // The one style sheet has the dark colours and nothing that loads.
    expect(html.match(/<style>/g)).toHaveLength(1)
    const pictures = [...html.matchAll(/<img src="([^"]+)"/g)].map(([, url]) => url)
    expect(pictures[0], subject).toBe(`${publicUrl}/share/logo.png`)
    // Two bikes of a search, one bike of a lower price, the bike of a deal; the same URL for everybody, so it does not tell who opens an e-mail.
    const expected = html.includes(`<b>`) && html.includes(bike.name) ? `${publicUrl}/share/${bike.slug}.jpg` : null
    expect(new Set(pictures.slice(1)), subject).toEqual(new Set(expected === null ? [] : [expected]))
  }
})

test.each(['en', 'bn'] as const)('a mail parser reads every e-mail as it was written (%s)', async (language) => {
  const smtp = await createSmtpServer()
  const mailer = createMailer({ smtpUrl: smtp.url, requireTls: false, from: 'Motohaat <post@motohaat.example>' })
  for (const email of createAllEmails(language)) {
    const { subject, text, html, unsubscribeUrl } = email
    const mail = { id: crypto.randomUUID(), recipient: 'nila@example.com', subject, text, html, unsubscribeUrl }
    await mailer.send(mail)
    // RFC 5321, 4.5.2: a line with a dot ends the message, so a dot that begins a line is sent twice.
    const message = (smtp.messages.at(-1) ?? '').replace(/\r\n\.\r\n$/, '\r\n').replaceAll('\r\n..', '\r\n.')
    const parsed = await PostalMime.parse(message)
    expect(parsed.subject).toBe(subject)
    expect(parsed.from).toEqual({ name: 'Motohaat', address: 'post@motohaat.example' })
    expect(parsed.to).toEqual([{ name: '', address: 'nila@example.com' }])
    expect(parsed.text?.trim()).toBe(text.trim())
    expect(parsed.html?.trim()).toBe(html?.trim())
    expect(parsed.attachments).toEqual([])
    // One button at most, as wide as a phone.
    expect((parsed.html?.match(/style="display:block;padding:14px/g) ?? []).length, subject).toBeLessThanOrEqual(1)
  }
})

test('in a dark theme every colour of an e-mail has its dark one, except on the green of the bar and the button', () => {
  for (const { subject, html = '' } of [...createAllEmails('en'), ...createAllEmails('bn')]) {
    const darkClasses = new Set([...html.matchAll(/^\.(\w+)\{[^}]*!important\}$/gm)].map(([, name]) => name))
    for (const [tag, style = ''] of html.matchAll(/<\w+ [^>]*style="([^"]*)"/g)) {
      const isOnGreen = style.includes('#fdf9ef')
      if (isOnGreen || !/(?:^|;)(?:color|background|border-top):/.test(style)) continue
      const classes = /class="([^"]*)"/.exec(tag)?.[1]?.split(' ') ?? []
      expect(classes.length, `${subject}: ${tag}`).toBeGreaterThan(0)
      for (const name of classes) expect(darkClasses, subject).toContain(name)
    }
  }
})

test('words of members are never markup, and lines of a message stay lines', () => {
  const message = createAllEmails('en').find(({ subject }) => subject.startsWith('Message'))
  expect(message?.html).toContain('Is it<br>&lt;b&gt;yours&lt;/b&gt; &amp; mine?')
  const { html } = renderEmail(
    {
      publicUrl,
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
    { publicUrl, heading: 'A bike', paragraphs: ['Hello.'], items: [{ title: 'Suzuki', facts: '৳1,78,000', picture }] },
    'en',
  )
  expect(html).toContain(`<img src="${picture.url}" width="152" height="80" alt="Suzuki Gixxer 155"`)
  expect(text).toContain('Suzuki, ৳1,78,000')
})
