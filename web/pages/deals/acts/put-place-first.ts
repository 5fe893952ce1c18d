// The public places that can be chosen are texts: `meeting.publicPlaces` in web/i18n/en/deal-acts.ts and bn/deal-acts.ts.

/**
 * The place with a public one in front, as in "Petrol pump, Mirpur 10". It replaces the public place that was chosen before.
 * @param known all public places that can be chosen
 */
export const putPlaceFirst = (chosen: string, written: string, known: readonly string[]): string => {
  const parts = written.split(',').map((part) => part.trim())
  const area = parts.filter((part) => part !== '' && !known.includes(part))
  return [chosen, ...area].join(', ')
}
