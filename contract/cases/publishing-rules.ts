// Without zod, because pages import it: zod probes `eval`, which the pages' policy refuses and reports.

/** What the rules of publishing look for, in the order in which a seller is told. */
export const publishingRules = [
  'price_far_below',
  'border_words',
  'auction_words',
  'no_papers_words',
  'advance_words',
  'contact_in_text',
  'low_kilometres',
  'same_text',
  'same_picture',
  'first_of_new_account',
  'removed_number',
  'far_district',
  'number_of_another',
  'reported_stolen',
  'mechanic_is_seller',
  'paper_of_another',
] as const
export type PublishingRule = (typeof publishingRules)[number]

/** Rules about the papers of a bike. Sellers are told the same of all, so that nobody learns of a report by waiting. */
export const papersRules = [
  'number_of_another',
  'reported_stolen',
  'paper_of_another',
] as const satisfies PublishingRule[]
const untoldRules = [
  'first_of_new_account',
  'removed_number',
  'far_district',
  'mechanic_is_seller',
] as const satisfies PublishingRule[]
type ShownRule = Exclude<PublishingRule, (typeof papersRules)[number] | (typeof untoldRules)[number]>

/** What sellers are told of the rules that their advertisement breaks. */
export type ShownReason = ShownRule | 'papers_check'
const isOneOf = <Rule extends PublishingRule>(rules: readonly Rule[], rule: PublishingRule): rule is Rule =>
  rules.some((one) => one === rule)
const isShown = (rule: PublishingRule): rule is ShownRule => !isOneOf(untoldRules, rule) && !isOneOf(papersRules, rule)
export const shownReasons = [...publishingRules.filter(isShown), 'papers_check'] as const

/** What the seller is told of a rule; null where they would only learn how to pass by it. */
export const getShownReason = (rule: PublishingRule): ShownReason | null => {
  if (isOneOf(papersRules, rule)) return 'papers_check'
  return isShown(rule) ? rule : null
}

/** Sums of points: from the first an advertisement has a warning and a case, from the second it waits for a moderator. */
export const minPoints = { warn: 30, wait: 60 } as const
