/** What a description can say about its bike. */
export type Facts = { model: string; colour: string; kilometres: string; years: string; place: string; owners: number }
type Sentence = (facts: Facts) => string

/**
 * The sentences of one language by what they tell. Of the numbers of sentences (13, 11, 9 and 10) no two
 * have a common factor, so no two of the first 90 descriptions have two sentences in common.
 */
export type Sentences = {
  opening: readonly Sentence[]
  state: readonly Sentence[]
  papers: readonly Sentence[]
  reason: readonly Sentence[]
}
