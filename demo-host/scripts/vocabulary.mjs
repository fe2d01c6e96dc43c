// The most frequent unsuitable words in texts, comments and names, each with a replacement, and references to documents
// that are not in this repository. `vocabulary.test.mjs` looks for them in every text file.

/** `[pattern, replacement]` */
const VOCABULARY = [
  [/\bwho(?:m)?ever\b/i, 'a user, the caller'],
  [/\bsomebody\b/i, 'a user, another user'],
  [/\bnobody\b/i, 'no one, no user'],
  [/\banybody\b/i, 'any user'],
  [/\beverybody\b/i, 'every user, all users'],
  // `people` is a key of texts that hosts override, and a column that files of users may have is named `person`.
  [/(?<![.^])\b(?:persons?|people)\b/i, 'a user, users, members, callers'],
  [/\banew\b/i, 'again'],
  [/\b(?:told|tells?|telling)\b/i, 'notified, reports, returns, shows, distinguishes'],
  [/\banswer(?:s|ed|ing)?\b/i, 'response, result, to respond'],
  [/\b(?:MOST|FEWEST|LEAST|LONGEST|SHORTEST|LARGEST|SMALLEST)_/, 'MAX_, MIN_'],
  [/\bHANDED_|\b(?:hands?|handed|handing) (?:it |them )?(?:on|back)\b/i, 'FORWARDED_, RETURNED_, to pass, to return'],
  [/\bstands\b/i, 'is, is placed, represents, replaces'],
  [/\bmend(?:s|ed|ing)?\b/i, 'fix, correct'],
  [/\byour mail\b/i, 'your email'],
  [/\bsaid no\b/i, 'declined, refused'],
  [/\btakes no cookies\b/i, 'cookies are blocked'],
  [/\btaking you on\b/i, 'redirecting'],
  [/\bhand-over\b/i, 'link, redirect'],
  [/\bcolours?\b/i, 'color'],
  [/\b(?:she|hers?|herself)\b/i, 'they, them, their'],

  [/\b(?:says?|reads) so\b/i, 'what is shown: an error, a warning, the reason'],
  [/\b(?:leads?|led) on\b/i, 'redirects, continues'],
  [/\bone moment,/i, 'the name of what happens, with an ellipsis'],
]

const ELSEWHERE = 'the reason itself, an RFC section or a file of this repository'

/** References to documents that readers of this repository don't have. */
const CITATIONS = [
  /\bseed 0\d\d\b/i,
  /\bDESIGN ?§/,
  /\bRELIABILITY\b/,
  /\b(?:DESIGN|STYLE|UX|DEMO-HOST|api|calls|flows|entitlements)\.md\b/,
  /\bcalls\.tsv\b/,
  /\b(?:api|calls|flows|entitlements) §/i,
  /\b(?:promise|RELIABILITY|the) rows? \d+/i,
  /\(rows? \d/i,
  /\bcontract,? (?:notes\b|[a-h]\.\d|(?:api|calls|flows)\b)/i,
  /\b[AB] §\s?\d/,
  /\bthe (?:spec|specification)\b/i,
].map((pattern) => [pattern, ELSEWHERE])

/** Returns `line: text (write …)` for each finding in a source. */
export const findingsIn = (source, rules = [...VOCABULARY, ...CITATIONS]) =>
  source.split('\n').flatMap((line, at) =>
    rules.flatMap(([pattern, instead]) => {
      const found = line.match(pattern)
      return found ? [`${at + 1}: "${found[0]}" (write ${instead})`] : []
    }),
  )
