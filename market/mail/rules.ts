// What the shop's letters say, all of them. Plain text: it can be read everywhere, and it loads nothing.

export type Letter = {
  subject: string
  text: string
  /** How long the letter is worth sending, in milliseconds. */
  usefulMs: number
}

const minuteMs = 60_000
const weekMs = 7 * 24 * 60 * minuteMs

/** How long the key in a letter opens the way to a new password. */
export const resetMs = 60 * minuteMs

const letter = (usefulMs: number, subject: string, ...paragraphs: string[]): Letter => ({
  subject,
  usefulMs,
  text: `${[...paragraphs, 'Motohaat, the market for used motorbikes'].join('\n\n')}\n`,
})

const notYou = (publicUrl: string): string =>
  `If this was not you, choose a new password at once: ${publicUrl}/forgot-password`

/** @param asked.token stands behind the #: what is there never reaches a server, a log or another site */
export const resetLetter = ({ name, publicUrl, token }: { name: string; publicUrl: string; token: string }): Letter =>
  letter(
    resetMs,
    'Choose a new password',
    `Dear ${name},`,
    'somebody asked for a new password for your account. Choose it here within one hour:',
    `${publicUrl}/reset-password#${token}`,
    'If it was not you, do nothing: your password stays as it is.',
  )

type About = { name: string; publicUrl: string }

export const passwordChangedLetter = ({ name, publicUrl }: About): Letter =>
  letter(
    weekMs,
    'Your password was changed',
    `Dear ${name},`,
    'the password of your account was changed just now, and all other devices were logged out.',
    notYou(publicUrl),
  )

export const secondFactorLetter = ({ name, publicUrl, isOn }: About & { isOn: boolean }): Letter =>
  letter(
    weekMs,
    isOn ? 'Your second factor is on' : 'Your second factor is off',
    `Dear ${name},`,
    isOn
      ? 'from now on, logging in asks for a code of your phone as well as your password. Keep the backup codes in a safe place.'
      : 'logging in no longer asks for a code of your phone.',
    notYou(publicUrl),
  )

export const farewellLetter = ({ name }: { name: string }): Letter =>
  letter(
    weekMs,
    'Your account was deleted',
    `Dear ${name},`,
    'your account was deleted, as you asked. What was bought and paid stays in the books of the shop, without being shown to anybody.',
    'Thank you for having been at the market.',
  )

type Written = { name?: string | undefined; email: string; subject?: string | undefined; message?: string | undefined }

/** To the admin: what somebody wrote with the contact form. */
export const contactLetter = ({ publicUrl, written }: { publicUrl: string; written: Written }): Letter =>
  letter(
    weekMs,
    `Message to the shop: ${written.subject ?? 'without a subject'}`,
    `${written.name ?? 'Somebody'} (${written.email}) wrote with the contact form:`,
    written.message ?? 'Nothing but the address.',
    `All messages stand here; those of the next quarter of an hour come without a letter: ${publicUrl}/dashboard/messages`,
  )
