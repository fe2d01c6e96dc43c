import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { SamlFacts } from '../../ports/saml.ts'
import { samlIdentity } from './saml.ts'

const isUnknown = (attributes: SamlFacts['attributes'], facts: Partial<SamlFacts> = {}) =>
  samlIdentity({ nameId: 'ann@acme.test', nameIdFormat: '', attributes, ...facts } as SamlFacts).areGroupsUnknown

test('groups are unknown if none was read and attributes are encrypted for others or groups are linked', () => {
  const LINK = 'http://schemas.microsoft.com/claims/groups.link'
  assert.equal(isUnknown({}), undefined)
  assert.equal(isUnknown({}, { hasSealedAttributes: true }), true)
  assert.equal(isUnknown({ [LINK]: ['https://graph.test/'] }), true)
  assert.equal(isUnknown({ groups: ['Admins'] }, { hasSealedAttributes: true }), undefined)
  assert.equal(isUnknown({ groups: ['Admins'], [LINK]: ['https://graph.test/'] }), undefined)
})
