// The reasons that a person chooses when declining or cancelling. Without zod, because pages import it.

export const declineChoices = ['sold', 'time', 'another', 'keep'] as const
/** `strange`: the other person asked for something strange; the moderators read it, the other person does not. */
export const cancelChoices = {
  buyer: ['time', 'found', 'mind', 'strange'],
  seller: ['time', 'sold', 'keep', 'strange'],
} as const
export const closeChoices = ['sold', 'time', 'another', 'keep', 'found', 'mind', 'strange'] as const
export type CloseChoice = (typeof closeChoices)[number]
