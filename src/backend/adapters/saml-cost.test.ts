import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { type Credentials, createCredentials } from '../../../demo-host/identity-provider/credentials.ts'
import { samlResponse } from '../../../demo-host/identity-provider/saml-response.ts'
import { report } from '../prove/report.test-kit.ts'
import { createSaml } from './saml.ts'

/** Maximum cost relative to an ordinary response; the ratio is the same on every machine. */
const MAX_TIMES = 15
/** Maximum relative cost of a refused response, which is read but not verified. */
const MAX_TIMES_REFUSED = 5
const ROUNDS = 12

const FACTS = {
  issuer: 'https://idp.test',
  audience: 'sp',
  recipient: 'https://app.test/acs',
  nameId: 'ada@saml.test',
  attributes: { email: ['ada@saml.test'] },
  inResponseTo: '_request',
  now: 1_767_225_600_000,
  assertionId: '_assertion',
  responseId: '_response',
}

const many = (count: number, unit: (at: number) => string): string =>
  Array.from({ length: count }, (_, at) => unit(at)).join('')

/** Content that makes verifying slow, repeated `size` times. */
const FILLS: Record<string, (size: number) => string> = {
  'empty elements': (size) => many(size, () => '<a/>'),
  'elements with ids': (size) => many(size, (at) => `<a ID="i${at}"/>`),
  'elements with namespaces': (size) => many(size, (at) => `<a xmlns:n${at}="u" b=""/>`),
  'attributes of one element': (size) => `<a ${many(2 * size, (at) => `b${at}="" `)}/>`,
  groups: (size) =>
    many(
      size / 2,
      (at) => `<saml:Attribute Name="g${at}"><saml:AttributeValue>v</saml:AttributeValue></saml:Attribute>`,
    ),
  text: (size) => `<a>${many(40 * size, () => '&lt;')}</a>`,
  spaces: (size) => `<a${' '.repeat(200 * size)}/>`,
}

describe('A SAML response that anyone may post', () => {
  let keys: Credentials
  let others: Credentials[]
  let most = 0
  before(async () => {
    keys = await createCredentials('idp')
    others = [await createCredentials('one'), await createCredentials('two')]
  })
  const saml = createSaml(async () => ({ privateKey: '', certificate: '' }))
  const filled = (fill: string): string => {
    const good = Buffer.from(samlResponse(FACTS, keys), 'base64').toString()
    return Buffer.from(good.replace('</saml:AttributeStatement>', `${fill}</saml:AttributeStatement>`)).toString(
      'base64',
    )
  }
  const peer = () => ({
    ssoEndpoint: 'https://idp.test/sso',
    publicCertificate: keys.certificate,
    signRequest: false,
    acsUrl: FACTS.recipient,
    spEntityId: 'sp',
  })
  const isTaken = (response: string): boolean => {
    const claims = saml.peek(response)
    return claims !== undefined && !('problem' in claims)
  }
  /** Returns the processor time of one request, in milliseconds. */
  const cost = async (response: string): Promise<number> => {
    const start = process.cpuUsage()
    if (isTaken(response)) {
      // The backend does the same for connections of one issuer.
      const trusted = others.map(({ certificate }) => certificate)
      const publicCertificate = saml.signersOf(response, trusted)[0] ?? keys.certificate
      await saml.verify({ ...peer(), publicCertificate }, response)
    }
    const { user, system } = process.cpuUsage(start)
    return (user + system) / 1_000
  }
  /**
   * Returns the cost relative to an ordinary response. Each is the minimum of several rounds, because the machine is
   * shared.
   */
  const timesOrdinary = async (response: string): Promise<number> => {
    const ordinary = filled('')
    const costs: [response: number, ordinary: number][] = []
    for (let round = 0; round < ROUNDS; round += 1) costs.push([await cost(response), await cost(ordinary)])
    return Math.min(...costs.map(([one]) => one)) / Math.min(...costs.map(([, other]) => other))
  }

  for (const [name, fill] of Object.entries(FILLS)) {
    it(`takes less time than ${MAX_TIMES} ordinary ones with as many ${name} as are accepted`, async () => {
      const response = filled(fill(360))
      assert.ok(isTaken(response), 'within the limits')
      const times = await timesOrdinary(response)
      most = Math.max(most, times)
      assert.ok(times < MAX_TIMES, `${times.toFixed(1)} times`)
    })

    it(`is refused at once with many more ${name}`, async () => {
      const response = filled(fill(20_000))
      assert.equal(isTaken(response), false)
      const times = await timesOrdinary(response)
      assert.ok(times < MAX_TIMES_REFUSED, `${times.toFixed(1)} times`)
    })
  }

  it('takes little time with thousands of groups and no signature by a key of its provider', async () => {
    const values = many(4_900, (at) => `<saml:AttributeValue>group-${at}</saml:AttributeValue>`)
    const groups = `<saml:Attribute Name="groups">${values}</saml:Attribute>`
    const [stranger = keys] = others
    const response = samlResponse({ ...FACTS, attributes: {} }, stranger)
    const text = Buffer.from(response, 'base64')
      .toString()
      .replace('</saml:AttributeStatement>', `${groups}</saml:AttributeStatement>`)
    const large = Buffer.from(text).toString('base64')
    assert.ok(isTaken(large), 'within the limits')
    const start = process.cpuUsage()
    assert.equal(await saml.verify(peer(), large), undefined)
    const { user, system } = process.cpuUsage(start)
    const ordinary = await cost(filled(''))
    assert.ok((user + system) / 1_000 < MAX_TIMES * ordinary, `${(user + system) / 1_000} ms`)
  })

  after(() =>
    report({
      row: 'Cost of SAML responses',
      wanted: `${Object.keys(FILLS).length} hostile forms: less than ${MAX_TIMES} times the cost of an ordinary one each`,
      reached: `at most ${most.toFixed(1)} times`,
      ok: most < MAX_TIMES,
    }),
  )
})
