import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Framing, mayTakeInput } from './framing.ts'

const OWN = 'https://app.example.com'
const PARTNER = 'https://partner.example.com'
const EVIL = 'https://evil.example.com'

const framed = (facts: Partial<Framing>): Framing => ({
  isFramed: true,
  ancestorOrigins: undefined,
  hasForeignAncestor: true,
  origin: OWN,
  referrer: '',
  ...facts,
})

const CASES: readonly [title: string, facts: Partial<Framing>, allowed: readonly string[] | undefined, may: boolean][] =
  [
    ['a page of its own takes input', { isFramed: false, hasForeignAncestor: false }, undefined, true],
    ['a frame of the own origin takes input', { ancestorOrigins: [OWN] }, undefined, true],
    ['a frame of a stranger does not', { ancestorOrigins: [EVIL] }, undefined, false],
    ['a frame of an allowed origin does', { ancestorOrigins: [PARTNER] }, [PARTNER], true],
    ['an allowed page inside a stranger’s does not', { ancestorOrigins: [PARTNER, EVIL] }, [PARTNER], false],
    ['the own page inside a stranger’s does not', { ancestorOrigins: [OWN, EVIL] }, undefined, false],
    ['a page without an origin is a stranger', { ancestorOrigins: ['null'] }, [PARTNER], false],
    // Pages in a sandbox, of `data:` and of files all have the origin “null”, and none of them is another's.
    ['a page without an origin in another one does not', { origin: 'null', ancestorOrigins: ['null'] }, [OWN], false],
    ['not even where that is listed', { origin: 'null', ancestorOrigins: ['null'] }, ['null'], false],
    ['the own page in a sandbox does not', { origin: 'null', ancestorOrigins: [OWN] }, undefined, false],
    ['a page of its own in a frame within a frame does', { ancestorOrigins: [OWN, OWN, OWN] }, undefined, true],
    ['a stranger between two own pages doesn’t pass', { ancestorOrigins: [OWN, EVIL, OWN] }, undefined, false],
    ['a star allows every page', { ancestorOrigins: [EVIL, 'null'] }, ['*'], true],
    ['only whole origins count', { ancestorOrigins: ['https://partner.example.com.evil.example'] }, [PARTNER], false],
    ['without the list, a frame of the own origin takes input', { hasForeignAncestor: false }, undefined, true],
    ['without the list, the referrer names a stranger', { referrer: `${EVIL}/page` }, undefined, false],
    ['without the list, the referrer names an allowed page', { referrer: `${PARTNER}/page?a=b` }, [PARTNER], true],
    ['without the list, no referrer means no', { referrer: '' }, [PARTNER], false],
    [
      'without the list, a referrer after a move inside the frame means no',
      { referrer: `${OWN}/other` },
      [PARTNER],
      false,
    ],
    ['without the list, a page without an origin is never listed', { referrer: 'data:text/html,x' }, ['null'], false],
    ['even where the own origin is listed', { referrer: `${OWN}/other` }, [OWN], false],
    ['without the list, a star allows every page', { referrer: '' }, ['*'], true],
    ['another port is another origin', { ancestorOrigins: [`${OWN}:8443`] }, [PARTNER], false],
    ['another scheme is another origin', { ancestorOrigins: ['http://app.example.com'] }, [PARTNER], false],
    ['a trailing dot makes another host', { ancestorOrigins: ['https://partner.example.com.'] }, [PARTNER], false],
    ['a wildcard inside an origin allows nothing', { ancestorOrigins: [PARTNER] }, ['https://*.example.com'], false],
    ['a host without a scheme allows nothing', { ancestorOrigins: [PARTNER] }, ['partner.example.com', ''], false],
    ['a list with a star among the letters allows nothing', { ancestorOrigins: [EVIL] }, ['* ', '**'], false],
    ['an own page between two of an allowed origin does', { ancestorOrigins: [PARTNER, OWN] }, [PARTNER], true],
    ['a frame without a source in a stranger’s page does not', { ancestorOrigins: [OWN, EVIL] }, [OWN], false],
    ['without the list, a frame without a source is a stranger', { referrer: 'about:srcdoc' }, ['null'], false],
    ['without the list, a referrer that is no URL means no', { referrer: 'partner.example.com' }, [PARTNER], false],
    ['without the list, the port of the referrer counts', { referrer: `${PARTNER}:8443/` }, [PARTNER], false],
    [
      'without the list, user names in the referrer don’t count',
      { referrer: `https://partner.example.com@evil.example/` },
      [PARTNER],
      false,
    ],
    ['without the list, a shortened referrer is enough', { referrer: `${PARTNER}/` }, [PARTNER], true],
    ['an empty list of embedding pages in a frame takes input', { ancestorOrigins: [] }, undefined, true],
  ]

for (const [title, facts, allowed, may] of CASES)
  test(title, () => assert.equal(mayTakeInput(framed(facts), allowed), may))
