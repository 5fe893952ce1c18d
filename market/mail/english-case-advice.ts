// Pure. What the English e-mail of a case says besides its heading.
import type { CaseNotice } from './templates/template.ts'

/** By the kind of its notice. */
export const englishCaseAdvice: Partial<Record<CaseNotice['kind'], string>> = {
  report_answered: 'Thank you for telling us. You can read what became of it.',
  stolen_active: 'No advertisement here shows a bike with its number. Do you have it back? Then take the report back.',
  stolen_refused: 'Read why. You can report it again with what is missing.',
  own_mechanic_signed: 'Everybody who looks at your bike reads it. Nobody can change it any more.',
  stolen_match:
    'The advertisement waits, and its seller reads that papers are checked. Look at the case and at the report.',
  badge_question_papers: 'The way to the papers of your bike is in My Products. Press “Already done” there afterwards.',
  badge_question_phone: 'We send a code to your phone, and you type it.',
  badge_question_call: 'The way to write to us is in My Products. Press “Already done” there afterwards.',
  badge_question_bike: 'You can add it in My Products.',
  problem_to_decide: 'The money stays with us until then. Read what both sides say, and how long they may add to it.',
  removal_to_decide: 'Read why, and decide. Nothing happens until then.',
}
