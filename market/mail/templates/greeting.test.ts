import { expect, test } from 'vitest'
import { getEmailTemplates } from './languages.ts'

const getGreeting = (name: string) =>
  getEmailTemplates('en')
    .passwordReset({ name, publicUrl: 'https://motohaat.example', token: 'x' })
    .text.split('\n\n')[1]

test.each(['Nila Das', 'Md. Rahim Uddin', 'M. A. Karim', 'নীলা দাস', 'O’Neil-Khan', 'Rahim 155 cc 2019'])(
  'an e-mail greets %s by name',
  (name) => expect(getGreeting(name)).toBe(`Dear ${name},`),
)

test.each([
  'Win a bike at https://evil.example',
  'evil.example/win',
  'write to win@evil.example',
  'WWW evil example',
  'call evil.com now',
  'Win a prize call 01999999999',
  'Prize 019 999-999-99',
  'পুরস্কার ০১৯৯৯৯৯৯৯৯৯',
  '+880 1999 999999',
])('a name that is a link or a telephone number is not sent to a stranger: %s', (name) =>
  expect(getGreeting(name)).toBe('Dear member,'),
)
