// What the shop's letters say in English, all of them. Plain text: it can be read everywhere, and it loads nothing.
import { type Letter, letter, looksLikeLink, resetMs, weekMs } from './paper.ts'

const signed = (usefulMs: number, subject: string, ...paragraphs: string[]): Letter =>
  letter({ usefulMs, subject, paragraphs, signature: 'Motohaat, the market for used motorbikes' })

const greeting = (name: string): string => (looksLikeLink(name) ? 'Dear member,' : `Dear ${name},`)

const notYou = (publicUrl: string): string =>
  `If this was not you, choose a new password at once: ${publicUrl}/forgot-password`

type About = { name: string; publicUrl: string }
type Written = { name?: string | undefined; email: string; subject?: string | undefined; message?: string | undefined }

export const english = {
  /** @param asked.token stands behind the #: what is there never reaches a server, a log or another site */
  reset: ({ name, publicUrl, token }: About & { token: string }): Letter =>
    signed(
      resetMs,
      'Choose a new password',
      greeting(name),
      'somebody asked for a new password for your account. Choose it here within one hour:',
      `${publicUrl}/reset-password#${token}`,
      'If it was not you, do nothing: your password stays as it is.',
    ),

  passwordChanged: ({ name, publicUrl }: About): Letter =>
    signed(
      weekMs,
      'Your password was changed',
      greeting(name),
      'the password of your account was changed just now, and all other devices were logged out.',
      notYou(publicUrl),
    ),

  secondFactor: ({ name, publicUrl, isOn }: About & { isOn: boolean }): Letter =>
    signed(
      weekMs,
      isOn ? 'Your second factor is on' : 'Your second factor is off',
      greeting(name),
      isOn
        ? 'from now on, logging in asks for a code of your phone as well as your password. Keep the backup codes in a safe place.'
        : 'logging in no longer asks for a code of your phone.',
      notYou(publicUrl),
    ),

  farewell: ({ name }: { name: string }): Letter =>
    signed(
      weekMs,
      'Your account was deleted',
      greeting(name),
      'your account was deleted, as you asked. What was bought and paid stays in the books of the shop, without being shown to anybody.',
      'Thank you for having been at the market.',
    ),

  /** To the admin: what somebody wrote with the contact form. */
  contact: ({ publicUrl, written }: { publicUrl: string; written: Written }): Letter =>
    signed(
      weekMs,
      `Message to the shop: ${written.subject ?? 'without a subject'}`,
      `${written.name ?? 'Somebody'} (${written.email}) wrote with the contact form:`,
      written.message ?? 'Nothing but the address.',
      `All messages stand here; those of the next quarter of an hour come without a letter: ${publicUrl}/dashboard/messages`,
    ),
}
