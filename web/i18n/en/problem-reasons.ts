// English words of what was reported as a problem.

export const problemReasons = {
  not_as_described: 'The bike is not as described',
  not_handed_over: 'I did not get the bike',
  numbers_different: 'The numbers on the bike are different',
  papers: 'The papers are wrong or missing',
  damaged: 'The bike is damaged',
  other: 'Something else',
  contradiction: 'The two sides say different things',
  handed_over_without_code: 'The seller says that the bike was handed over without the code',
}
