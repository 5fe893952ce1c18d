import { expect, test } from 'vitest'
import { chatMessages as english } from '#web/i18n/en/chats.ts'
import { chatMessages as bangla } from '#web/i18n/bn/chats.ts'
import { hashText } from './text-hash.ts'

const text = 'I am an army officer and pay the full price today, send me your number 5 minutes before.'
const banglaText = 'আমি সেনাবাহিনীর অফিসার, আজই পুরো দাম দেব, ৫ মিনিট আগে আপনার নম্বর পাঠান।'

test('other spaces, signs, case and digits do not make another text', () => {
  const hash = hashText(text)
  expect(hash).toMatch(/^[0-9a-f]{64}$/)
  for (const same of [
    `  ${text.toUpperCase()} `,
    text.replaceAll(' ', '\n\n'),
    text.replaceAll(/[,.]/g, ''),
    `${text.replace(',', ' ... ')} 🙏`,
    text.replace('5', '৫'),
    text.replace('5', '５'),
  ])
    expect(hashText(same)).toBe(hash)
})

test('Bangla with other spaces, signs, joiners and digits is the same text', () => {
  const hash = hashText(banglaText)
  expect(hash).not.toBeNull()
  for (const same of [
    banglaText.replaceAll(' ', '  '),
    banglaText.replaceAll(/[,।]/g, ' '),
    banglaText.replace('৫', '5'),
    banglaText.normalize('NFD'),
    banglaText.replace('অফিসার', 'অফিসার\u200d'),
  ])
    expect(hashText(same)).toBe(hash)
})

test('another word or another vowel sign makes another text', () => {
  expect(hashText(text.replace('army', 'navy'))).not.toBe(hashText(text))
  expect(hashText(banglaText.replace('পুরো', 'পুরা'))).not.toBe(hashText(banglaText))
})

test('a short text has no hash, however many signs it has', () => {
  expect(hashText('Is it available?')).toBeNull()
  expect(hashText(`Is it available${'?'.repeat(80)}`)).toBeNull()
})

test('no two ready questions together are long enough', () => {
  for (const { buyer } of [english.en.readyTexts, bangla.readyTexts])
    for (const one of buyer)
      for (const other of buyer.filter((text) => text !== one)) expect(hashText(`${one} ${other}`)).toBeNull()
})
