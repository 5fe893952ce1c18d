import { expect, test } from 'vitest'
import { getEmailTemplates } from '#market/mail/rules.ts'

const getGreeting = (name: string) =>
  getEmailTemplates('en').passwordReset({ name, publicUrl: 'https://motohaat.example', token: 'x' }).text.split('\n')[0]

test.each(['Nila Das', 'Md. Rahim Uddin', 'M. A. Karim', 'নীলা দাস', 'O’Neil-Khan'])(
  'an e-mail greets %s by name',
  (name) => expect(getGreeting(name)).toBe(`Dear ${name},`),
)

test.each([
  'Win a bike at https://evil.example',
  'evil.example/win',
  'write to win@evil.example',
  'WWW evil example',
  'call evil.com now',
])('a name that is a link is not sent to a stranger: %s', (name) => expect(getGreeting(name)).toBe('Dear member,'))
