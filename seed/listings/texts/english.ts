import type { Sentences } from './sentences.ts'

export const english: Sentences = {
  opening: [
    ({ colour, model }) => `My ${colour} ${model}, which I have looked after like a member of the family.`,
    ({ colour, years }) => `${years} with me, colour ${colour}, never raced and never lent to anybody.`,
    ({ colour, kilometres }) => `${kilometres} km on the meter, all of them mine to explain. The paint is ${colour}.`,
    ({ colour, model, place }) => `A ${colour} ${model} that goes from ${place} to work and home, nothing more.`,
    ({ colour }) => `${colour}, kept in a garage at night and under a cover by day.`,
    ({ model, colour }) => `I wanted exactly this ${model} in ${colour} and waited two months for it.`,
    ({ kilometres, colour }) => `Honest bike, ${colour}, ${kilometres} km, no story behind it.`,
    ({ years, model, colour }) => `For ${years} this ${colour} ${model} took me to the university and back.`,
    ({ colour, model }) => `My father and I share this ${colour} ${model}; he rides on Fridays only.`,
    ({ colour, kilometres }) => `The ${colour} tank still shines, although the meter says ${kilometres} km.`,
    ({ model, place, colour }) => `People in ${place} know this ${colour} ${model}; ask the tea stall if you like.`,
    ({ colour, years }) => `Bought for my first job, ${years} ago now, in ${colour} because the showroom had no other.`,
    ({ colour, model }) => `You are looking at a ${colour} ${model} without a single change to the wiring.`,
  ],
  state: [
    () => 'Engine oil every 1,000 km, the next change is due in a month.',
    () => 'The chain set is new since spring, the rear tyre has about half of its tread.',
    () => 'One small dent on the silencer, which you can see in the photos.',
    () => 'Self start and kick both work, also on a cold morning.',
    () => 'The clutch plate was changed at the service centre and the receipt is here.',
    () => 'Mileage is around what the company promised; I fill up twice a month.',
    () => 'Front brake pads are fresh, the rear ones have some life left.',
    () => 'No oil leak, no smoke; bring your own mechanic and let him listen.',
    () => 'A slip in the rain scratched the crash guard and nothing else.',
    () => 'Battery replaced this year with two years of guarantee.',
    () => 'All lights, the horn and the meter work as they should.',
  ],
  papers: [
    () => 'Smart card, tax token and digital plate are all in hand.',
    () => 'Papers are up to date, and I come with you to BRTA for the name transfer.',
    () => 'The tax token is paid for two more years.',
    () => 'Registration is in my name and there is no loan on it.',
    () => 'Only the acknowledgement slip for now, the smart card is being printed.',
    () => 'Insurance has run out, everything else is complete.',
    () => 'Ten years of registration paid at once, receipts in a folder.',
    ({ owners }) =>
      owners > 1
        ? 'The earlier owner signed the transfer form, so nothing is open.'
        : 'First-hand papers with the showroom invoice.',
    () => 'The digital plate is fixed and the blue book copy goes with the bike.',
  ],
  reason: [
    () => 'I sell because the office now sends a car.',
    () => 'My visa has come and I leave after Eid.',
    () => 'A baby is on the way and we need four wheels.',
    () => 'I have already booked a bigger bike.',
    () => 'The knee does not like the kick any more.',
    () => 'I need the money for my shop, so the price can move a little.',
    () => 'Posted to another district, and there it would only stand.',
    () => 'Two bikes in one house is one too many.',
    () => 'Serious buyers only, please; no exchange.',
    () => 'Come in the afternoon, take a short ride and decide.',
  ],
}
