// Pure. Which facts of the bike a ready answer tells, and whether the advertisement says something about them already.

// However it is spelled, in both scripts.
const mentions = { papers: /papers?\b|kagoj|কাগজ/i, accident: /accident|ক্?সিডেন্ট|দুর্ঘটনা/i }
type Fact = keyof typeof mentions
const facts = ['papers', 'accident'] as const satisfies Fact[]

/** The fact that this message tells, if it is the ready answer as it is. */
export const findFact = (text: string, answers: Record<Fact, string>): Fact | undefined =>
  facts.find((fact) => answers[fact] === text)

/** Whether the description says something about this fact, also that there was an accident. */
export const hasFact = (description: string | null, fact: Fact): boolean =>
  description !== null && mentions[fact].test(description.normalize('NFC'))

type OwnBike = { status: string; description: string | null }

/** Whether the seller can still add this fact to the advertisement. */
export const canAddFact = ({ status, description }: OwnBike, fact: Fact): boolean =>
  (status === 'available' || status === 'waiting') && !hasFact(description, fact)
