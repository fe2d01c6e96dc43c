import assert from 'node:assert/strict'
import { it } from 'node:test'
import { severalProviderKeys } from '../suites/provider-keys.test-kit.ts'
import { likelySigners, signedXml } from './saml-signature.ts'
import { parseXml } from './saml-xml.ts'

it('chooses at most two certificates to verify with, however many are trusted', async () => {
  const [maker, ...others] = await severalProviderKeys(4)
  assert.ok(maker)
  const privateKey = String(maker.privateKey.export({ type: 'pkcs8', format: 'pem' }))
  const text = '<a ID="_a"><Issuer>idp</Issuer></a>'
  const signed = parseXml(signedXml(text, { privateKey, certificate: maker.certificate }))
  const strange = others.map(({ certificate }) => certificate)
  assert.deepEqual(likelySigners(signed, [...strange, maker.certificate]), [maker.certificate])
  assert.equal(
    likelySigners(
      signed,
      Array.from({ length: 100 }, () => maker.certificate),
    ).length,
    2,
  )
  assert.deepEqual(likelySigners(signed, strange), strange.slice(0, 2))
  assert.deepEqual(likelySigners(parseXml(text), strange), strange.slice(0, 2))
})
