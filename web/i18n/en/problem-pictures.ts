// English messages of the pictures of a problem: those that the buyer sends, and those of the advertisement.
import { createNamespace } from '#web/i18n/namespace.ts'

const countPictures = (count: number): string => (count === 1 ? '1 picture' : `${count} pictures`)

const en = {
  label: 'Pictures',
  hint: (max: number) => `At most ${max}. Only the two of you and Motohaat see them.`,
  choose: 'Choose pictures',
  camera: 'Take a picture',
  chosen: (count: number) => `${countPictures(count)} chosen.`,
  tooMany: (max: number) => `You can send at most ${max} pictures.`,
  picture: (number: number) => `Your picture ${number}`,
  remove: (number: number) => `Remove picture ${number}`,
  noPreview: 'Cannot be shown here',
  preparing: 'Getting the pictures ready',
  sending: (number: number, count: number) => `Sending picture ${number} of ${count}`,
  /** After the report: its pictures that did not arrive. */
  unsent: (count: number) => `The problem is reported, but ${countPictures(count)} could not be sent.`,
  /** What was added later: pictures of it that did not arrive stay in the form. */
  unsentAdded: 'Not all pictures were sent. Try again.',
  sendAgain: 'Send the pictures again',
  sent: 'Sent.',
  /** For the admin, beside what both sides say. */
  listed: 'Pictures in the advertisement',
  listedPicture: (number: number, bike: string) => `Picture ${number} of ${bike}`,
}

export const problemPictureMessages = createNamespace('problemPictures', en)
