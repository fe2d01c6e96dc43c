/** Parts of URLs that parsers and users read differently. */
const GRAMMAR = {
  scheme: [
    '',
    'https:',
    'http:',
    'HtTpS:',
    'javascript:',
    'data:',
    'blob:https:',
    'view-source:',
    'https:https:',
    'h\tttps:',
    ' https:',
    'file:',
  ],
  slashes: ['', '/', '//', '///', '\\', '/\\', '\\/', '/%2f', '/.//', '/\t/', '/;/', '%2f%2f'],
  user: ['', '', 'app.test@', 'app.test:80@', 'a:b@', 'app.test%40', 'app.test\\@'],
  host: [
    'app.test',
    'evil.test',
    'app.test.evil.test',
    'evil.test#app.test',
    'evil.test?app.test',
    'APP.TEST',
    'app.test.',
    'app。test',
    'аpp.test',
    'ok.test',
    '[::1]',
    '127.1',
    '0x7f.1',
    'app.test:443',
    'app.test:81',
    'xn--pp-6cd.test',
    '',
  ],
  path: [
    '',
    '/',
    '/x',
    '//evil.test',
    '/..//evil.test',
    '/\\evil.test',
    '/%0a',
    '\u2028',
    '/a?b=c',
    '#//evil.test',
    '/\u0000',
    '?//evil.test',
    '/.evil',
  ],
}

const pick = <Item>(list: readonly Item[], random: () => number): Item =>
  list[Math.floor(random() * list.length)] as Item

const lcg = (seed: number) => () => {
  seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0
  return seed / 4_294_967_296
}

/** Returns URLs combined from the parts, the same in every run. */
export const redirectValues = (count: number): string[] => {
  const random = lcg(18)
  return Array.from({ length: count }, () =>
    Object.values(GRAMMAR)
      .map((part) => pick(part, random))
      .join(''),
  )
}
