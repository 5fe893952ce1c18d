// The page of a deal as the two people read it, in both languages.
import { describe, expect, test } from 'vitest'
import {
  listButtons,
  listMainButtons,
  loadBangla,
  readHtml,
  readText,
  readTranslatable,
} from '#tests/support/deals/read-page.ts'
import { shownAt, shownDeal, shownDeposit, toDealPageData } from '#tests/support/deals/shown-deals.ts'
import type { Deal } from '#web/components/deals/describe-deal.ts'
import type { Language } from '#web/i18n/language.ts'
import DealPage from './deal-page.tsx'

const bangla = await loadBangla()

const readDeal = (changes: Partial<Deal>, language?: Language): string =>
  readText(DealPage, toDealPageData(changes), language)

const closed: Partial<Deal> = { state: 'closed', closedAt: shownAt, acts: [], nextAct: null }
const decided: Partial<Deal> = {
  ...closed,
  heldAt: shownAt,
  handedOverAt: shownAt,
  disputedAt: shownAt,
  closeReason: 'released',
  online: 178_000,
  refund: { taka: 8_000, state: 'due' },
  decision: { decidedAt: shownAt, toBuyer: 8_000, toSeller: 170_000, reason: 'A new clutch' },
}

describe('the page of a deal', () => {
  test('has the number of each payment beside its amount, which no browser translates', () => {
    const payments = [
      { ...shownDeposit, isRefunded: true },
      { ...shownDeposit, transactionId: 'pi_3Qx8TfLkdIwHu7ix0a1b2c3', purpose: 'full', amount: 100_000 },
    ] as const
    const held: Partial<Deal> = {
      state: 'held',
      heldAt: shownAt,
      acts: [],
      nextAct: null,
      online: 103_000,
      payments: [...payments],
    }
    expect(readDeal(held)).toContain('Deposit ৳3,000 (sent back) · Transaction id: pi_deposit')
    expect(readDeal(held)).toContain('Full price ৳1,00,000 · Transaction id: …a1b2c3')
    expect(readTranslatable(readHtml(DealPage, toDealPageData(held)))).not.toMatch(/pi_|a1b2c3/)
    expect(readDeal({ ...held, online: 0, payments: [] })).not.toContain('Transaction id')
  })

  test('says what was chosen as chosen', () => {
    const cancelled: Partial<Deal> = {
      ...closed,
      side: 'seller',
      closeReason: 'cancelled_by_buyer',
      closeChoice: 'found',
    }
    expect(readDeal(cancelled)).toContain('Rahim chose: I found another bike.')
    expect(readDeal(cancelled)).not.toContain('wrote')
    expect(readDeal(cancelled, bangla)).toContain('অন্য বাইক পেয়েছি।')
  })

  test('offers to take a bike off the market that the seller has sold', () => {
    const declined: Partial<Deal> = { ...closed, side: 'seller', closeReason: 'declined', closeChoice: 'sold' }
    expect(readDeal({ ...declined, isStillListed: true })).toContain('Take the bike off the market')
    expect(readDeal(declined)).not.toContain('Take the bike off the market')
    const toKeep: Partial<Deal> = { ...declined, closeChoice: 'keep', isStillListed: true }
    expect(readDeal(toKeep)).toMatch(
      /You told Rahim that you do not want to sell any more\..*Take the bike off the market/,
    )
    expect(readDeal(toKeep, bangla)).toContain('বলেছেন আর বেচতে চান না।')
    expect(readDeal({ ...declined, isStillListed: true }, bangla)).toContain('বাইকটি বিক্রির তালিকা থেকে সরান')
  })

  test('says what was paid here where all of it goes back, and whether it was sent', () => {
    const tell = (state: NonNullable<Deal['refund']>['state'], language?: Language) =>
      readDeal({ ...closed, closeReason: 'cancelled_by_seller', refund: { taka: 5_000, state } }, language)
    for (const state of ['due', 'requested', 'failed'] as const)
      expect(tell(state)).toContain('You paid ৳5,000 here. All of it goes back to you.')
    for (const state of ['succeeded', 'by_hand'] as const)
      expect(tell(state)).toContain('You paid ৳5,000 here. All of it went back to you.')
    expect(tell('due', bangla)).toContain('আপনি এখানে ৳৫,০০০ দিয়েছিলেন। পুরোটাই ফেরত পাবেন।')
    expect(tell('succeeded', bangla)).toContain('পুরোটাই ফেরত পাঠানো হয়েছে।')
    const unpaid: Partial<Deal> = { ...closed, closeReason: 'cancelled_by_seller', refund: null }
    expect(readDeal(unpaid)).toContain('You had paid nothing here.')
    expect(readDeal({ ...unpaid, side: 'seller' })).toContain('Rahim had paid nothing here.')
  })

  test('has no bar where only a receipt is left, and calls a price after the handover money that goes back', () => {
    const handedOver: Partial<Deal> = {
      state: 'handed_over',
      side: 'seller',
      handedOverAt: shownAt,
      nextAct: 'receipt',
    }
    const html = readHtml(DealPage, toDealPageData({ ...handedOver, acts: ['offer_price', 'receipt'] }))
    expect(html).not.toContain('actbar')
    expect(listButtons(html)).toEqual(expect.arrayContaining(['Give some money back', 'Receipt']))
    expect(readDeal({ state: 'held', heldAt: shownAt, acts: ['offer_price'], nextAct: null })).toContain(
      'Change the price',
    )
  })

  test('asks for a side that was not told, and takes more from who has told it', () => {
    const disputed: Partial<Deal> = { ...decided, state: 'disputed', closedAt: null, closeReason: null, decision: null }
    const asked = readDeal({ ...disputed, acts: ['add_evidence'], nextAct: 'add_evidence' })
    expect(asked).toContain('Tell your side')
    const told = readDeal({ ...disputed, acts: ['add_evidence'], nextAct: null })
    expect(told).toContain('Add words or pictures')
    expect(told).not.toContain('Tell your side')
  })

  test('names the last day at BRTA also after a problem was decided', () => {
    expect(readDeal({ ...decided, transferDueOn: '2027-01-19' })).toMatch(
      /We decided: ৳8,000 goes back to you Apply at BRTA by .*19 Jan/,
    )
    expect(readDeal({ ...decided, transferDueOn: '2027-01-19' }, bangla)).toContain('বিআরটিএতে আবেদনের শেষ দিন')
    expect(readDeal(decided)).not.toContain('Apply at BRTA by')
  })

  test('tells a seller without numbers what the buyer compares, and leads to them until they cannot be changed', () => {
    const needs: Partial<Deal> = { side: 'seller', needsNumbers: true, acceptedAt: shownAt }
    const accepted = readDeal({ ...needs, state: 'accepted' })
    expect(accepted).toContain(
      'At the meeting Rahim compares the numbers on the bike with yours. After a payment they cannot be added. Add chassis number',
    )
    const held = readDeal({ ...needs, state: 'held', heldAt: shownAt })
    expect(held).toContain('Bring the smart card: Rahim compares it with the frame and the engine.')
    expect(held).not.toContain('Add chassis number')
    expect(readDeal({ ...needs, needsNumbers: false, state: 'accepted' })).not.toContain('Chassis and engine numbers')
  })

  test('tells a seller who the buyer is', () => {
    const read = (buyer: Deal['buyer']) => readDeal({ side: 'seller', state: 'requested', buyer })
    const buyer = { memberSince: '2026-09', bought: 0, hasProvenNumber: false }
    expect(read(buyer)).toContain('Buyer On Motohaat since September 2026 No bike bought here yet')
    expect(read({ ...buyer, bought: 2, hasProvenNumber: true })).toContain('2 bikes bought here · number confirmed')
  })

  test('keeps a decision with its amounts and its reason, for both sides', () => {
    const buyers = readDeal(decided)
    for (const words of ['What we decided', 'To you ৳8,000', 'To Rahim ৳1,70,000', 'Why : A new clutch'])
      expect(buyers).toContain(words)
    expect(buyers).toContain('What both sides said')
    expect(buyers).toContain('Paid here ৳1,78,000 Goes back to you ৳8,000, within 3 days')
    const sellers = readDeal({ ...decided, side: 'seller' })
    for (const words of ['To Rahim ৳8,000', 'To you ৳1,70,000', 'Goes back to Rahim ৳8,000'])
      expect(sellers).toContain(words)
    expect(readDeal(decided, bangla)).toContain('আপনাকে ৳৮,০০০')
  })

  test('names the problem while it is looked at, and who reported it', () => {
    const disputed: Partial<Deal> = { ...decided, state: 'disputed', closedAt: null, closeReason: null, decision: null }
    const problem = {
      by: 'buyer',
      reason: 'papers',
      note: 'The tax token is of 2024.',
      saidBy: ['buyer'],
      picturesBy: ['buyer'],
    } satisfies Deal['problem']
    const buyers = readDeal({ ...disputed, problem })
    expect(buyers).toContain(
      'What you reported The papers are wrong or missing The tax token is of 2024. Rahim has not answered yet, and can answer until Sun 22 Nov, 2:00 PM. What both',
    )
    expect(readDeal({ ...disputed, problem, disputedAt: '2026-11-15T08:00:00.000Z' })).toContain(
      '2024. Rahim has not answered yet. What both',
    )
    const sellers = readDeal({ ...disputed, side: 'seller', problem })
    expect(sellers).toContain('What Rahim reported')
    expect(sellers).toContain('2024. You have not answered yet. You can answer until Sun 22 Nov, 2:00 PM. What both')
    const answered: Deal['problem'] = { ...problem, saidBy: ['buyer', 'seller'] }
    expect(readDeal({ ...disputed, problem: answered })).toContain('2024. Rahim has answered. What both')
    expect(readDeal({ ...disputed, side: 'seller', problem: answered })).toContain('2024. What both')
    expect(
      readDeal({
        ...disputed,
        problem: { by: 'system', reason: 'contradiction', note: null, saidBy: [], picturesBy: [] },
      }),
    ).toContain(
      'Why we look at it The two sides say different things You have not answered yet. You can answer until Sun 22 Nov, 2:00 PM. Rahim has not answered yet, and can answer until Sun 22 Nov, 2:00 PM. What both',
    )
    expect(readDeal({ ...disputed, problem }, bangla)).toContain('আপনি যা জানিয়েছেন কাগজ ভুল বা নেই')
  })

  test('says until when a time has to be agreed on, before and after the payment', () => {
    const accepted: Partial<Deal> = { state: 'accepted', acceptedAt: shownAt, acts: ['propose_meeting'] }
    const held: Partial<Deal> = { ...accepted, state: 'held', heldAt: shownAt }
    for (const side of ['buyer', 'seller'] as const) {
      expect(readDeal({ ...accepted, side })).toContain('Without an agreed time by Mon 23 Nov, 2:00 PM the deal ends.')
      expect(readDeal({ ...held, side })).toContain('If no time is agreed by Wed 25 Nov, 2:00 PM, we ask you both')
    }
  })

  test('names what was paid where it is protected, on both sides and in both languages', () => {
    const held: Partial<Deal> = { state: 'held', heldAt: shownAt, paid: 5_000, acts: ['propose_meeting'] }
    expect(readDeal(held)).toContain('Paid and protected: ৳5,000. Agree on a time.')
    expect(readDeal({ ...held, side: 'seller' })).toContain('Rahim paid ৳5,000. Agree on a time.')
    expect(readDeal(held, bangla)).toContain('৳৫,০০০ নিরাপদে জমা। সময় ঠিক করুন।')
    expect(readDeal({ ...held, side: 'seller' }, bangla)).toContain('Rahim মোটোহাটে ৳৫,০০০ জমা দিয়েছেন। সময় ঠিক করুন।')
    expect(readDeal({ ...held, meetAt: '2026-11-22T10:00:00.000Z' })).toContain('Paid and protected: ৳5,000. You meet')
  })

  test('opens the form of the time where a link asks for it, and where one may be proposed', () => {
    const accepted: Partial<Deal> = { state: 'accepted', acceptedAt: shownAt, nextAct: 'propose_meeting' }
    const open = (acts: Deal['acts'], search: string) =>
      readHtml(DealPage, toDealPageData({ ...accepted, acts }), undefined, search).includes('<dialog')
    expect(open(['propose_meeting'], '?time')).toBe(true)
    expect(open(['propose_meeting'], '')).toBe(false)
    expect(open(['cancel'], '?time')).toBe(false)
  })

  test('leads to the part of the bike’s page that tells about the seller', () => {
    expect(readHtml(DealPage, toDealPageData())).toContain('href="/bikes/bike#seller"')
  })

  test('says when the buyer’s number appears: with the seller’s yes, or with the booking at an agreed price', () => {
    expect(readDeal({ side: 'seller' })).toContain('The buyer’s number appears here when you say yes.')
    const agreed: Partial<Deal> = { state: 'accepted', acceptedAt: shownAt, bookUntil: shownAt, side: 'seller' }
    expect(readDeal(agreed)).toContain('The buyer’s number appears here with the booking.')
  })

  test('says before a time is proposed until when a buyer who paid cancels for nothing', () => {
    const held: Partial<Deal> = { state: 'held', heldAt: shownAt, paid: 5_000, online: 5_000, rest: 95_000, acts: [] }
    const free = 'If you cancel up to 24 hours before the meeting, or Rahim cancels, you get everything back.'
    expect(readDeal(held)).toContain(`Left to pay, here or in cash ৳95,000 What you pay here`)
    expect(readDeal(held)).toContain(free)
    expect(readDeal({ ...held, meetAt: '2026-11-22T10:00:00.000Z' })).not.toContain(free)
    expect(readDeal({ ...held, side: 'seller' })).not.toContain(free)
  })

  test('says which money becomes the seller’s when everything is fine', () => {
    const handedOver: Partial<Deal> = { state: 'handed_over', heldAt: shownAt, handedOverAt: shownAt, paid: 5_000 }
    expect(readDeal(handedOver)).toContain('If you say so, the ৳5,000 paid here is Rahim’s at once, otherwise on')
  })

  test('tells each side of a meeting in the dark what it means to them', () => {
    const proposed: Partial<Deal> = {
      state: 'accepted',
      acceptedAt: shownAt,
      proposedMeetAt: '2026-11-22T17:00:00.000Z',
      proposedBy: 'seller',
      acts: ['agree_meeting'],
    }
    expect(readDeal(proposed)).toContain('It is dark then. By day is safer.')
    expect(readDeal({ ...proposed, side: 'seller' })).toContain('It is dark then. Most buyers come by day.')
    expect(readDeal({ ...proposed, proposedMeetAt: '2026-11-22T08:00:00.000Z' })).not.toContain('dark')
  })

  test('leads to BRTA first until this side has done its part there', () => {
    const sold: Partial<Deal> = {
      ...closed,
      heldAt: shownAt,
      closeReason: 'released',
      acts: ['receipt'],
      hasTransfer: true,
    }
    expect(listMainButtons(readHtml(DealPage, toDealPageData(sold)))).toEqual(['Put the bike in your name'])
    const due = { ...sold, transferDueOn: '2027-01-19' }
    expect(readDeal(due)).toContain('Apply at BRTA by Tue 19 Jan. The money belongs to Rahim now.')
    expect(readDeal({ ...due, side: 'seller' })).toContain('Tell BRTA by Tue 19 Jan that you sold it.')
    expect(readDeal(due, bangla)).toContain('বিআরটিএতে আবেদনের শেষ দিন মঙ্গলবার ১৯ জানুয়ারি।')
    const done = { ...sold, isTransferDone: true }
    expect(listMainButtons(readHtml(DealPage, toDealPageData(done)))).not.toContain('What was done at BRTA')
    expect(readDeal(done)).toContain('Done. You have applied at BRTA.')
    expect(readDeal(done)).toContain('What was done at BRTA')
    expect(readDeal({ ...sold, side: 'seller' })).toContain('Tell BRTA that you sold the bike')
    expect(readDeal({ ...done, side: 'seller' })).toContain('Sold to Rahim. BRTA knows of it.')
  })

  test('shows the panel of those who wait to nobody whose turn it is', () => {
    const line = { linePlace: 1, answerDueAt: null }
    expect(readDeal(line)).toContain('Waiting costs nothing.')
    expect(readDeal({ ...line, turnUntil: shownAt.replace('08', '20') })).not.toContain('Waiting costs nothing.')
  })

  test('says of a cash amount that nobody confirmed whose word it is', () => {
    const paid = {
      ...closed,
      heldAt: shownAt,
      handedOverAt: shownAt,
      closeReason: 'released',
      online: 5_000,
      cash: 95_000,
    }
    expect(readDeal(paid)).toContain('৳95,000 You did not answer; the amount is the seller’s word.')
    expect(readDeal({ ...paid, side: 'seller' })).toContain('the amount is your word.')
  })

  test('puts further acts behind "More", where only that something is wrong stands beside the code', () => {
    const day: Partial<Deal> = {
      state: 'held',
      heldAt: shownAt,
      meetAt: shownAt,
      acts: ['show_code', 'pay_rest', 'report_problem', 'say_no_show', 'propose_meeting', 'cancel'],
      nextAct: 'show_code',
    }
    const page = readHtml(DealPage, toDealPageData(day))
    const [folded = ''] = /<details.*<\/details>/s.exec(page) ?? []
    expect(listButtons(folded)).toEqual(['Pay the rest', 'Tell us what happened', 'Cancel deal'])
    const paidPage = readHtml(DealPage, toDealPageData({ ...day, paid: 5_000, online: 5_000 }))
    expect(listButtons(/<details.*<\/details>/s.exec(paidPage)?.[0] ?? '')).toContain(
      'Not bought, or Rahim did not come',
    )
    const readBar = (changes: Partial<Deal>) =>
      listButtons(/<section class="actbar".*<\/section>/s.exec(readHtml(DealPage, toDealPageData(changes)))?.[0] ?? '')
    expect(readBar(day)).toEqual(['Show my code', 'Something is wrong'])
    expect(readBar({ ...day, side: 'seller', acts: ['hand_over', 'cancel'], nextAct: 'hand_over' })).toEqual([
      'Enter Rahim’s code',
    ])
    const before: Partial<Deal> = { ...day, codeFrom: '2026-11-21T08:00:00.000Z', nextAct: 'propose_meeting' }
    expect(readBar(before)).toEqual(['Another time'])
    // What cancelling costs stands beside its button.
    expect(readHtml(DealPage, { ok: true, value: { ...toDealPageData(before).value, cancelTaka: 5_000 } })).toMatch(
      /<details.*you get back ৳5,000\..*Cancel deal.*<\/details>/s,
    )
    // One further act needs no fold.
    expect(readHtml(DealPage, toDealPageData({ ...day, acts: ['show_code', 'pay_rest'] }))).not.toContain('<details')
  })

  test('leads to the conversation; a buyer begins it, a seller answers, and nobody writes after the end', () => {
    const listLinks = (changes: Partial<Deal>) =>
      [...readHtml(DealPage, toDealPageData(changes)).matchAll(/href="(\/dashboard\/(?:ask|chats)\/[^"]+)"/g)].map(
        ([, path]) => path,
      )
    expect(listLinks({})).toEqual([`/dashboard/ask/${shownDeal.slug}`])
    expect(listLinks({ chatId: '7' })).toEqual(['/dashboard/chats/7'])
    expect(listLinks({ side: 'seller' })).toEqual([])
    expect(listLinks({ side: 'seller', chatId: '7' })).toEqual(['/dashboard/chats/7'])
    expect(listLinks({ ...closed, otherNumber: '01712345678', chatId: '7' })).toEqual([])
  })
})
