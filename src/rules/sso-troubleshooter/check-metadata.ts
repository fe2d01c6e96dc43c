import { certificatesIn, checkCertificate, dateOf } from './check-certificate.ts'
import type { Expected, Report } from './findings.ts'
import { allOf, childOf, childrenOf, timeOf, type XmlElement } from './xml-tree.ts'

const REDIRECT = 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect'

const checkKeys = (report: Report, provider: XmlElement, expected: Expected): void => {
  const signing = childrenOf(provider, 'KeyDescriptor').filter(({ attributes }) => attributes.use !== 'encryption')
  const certificates = signing
    .flatMap((key) => allOf(key, 'X509Certificate'))
    .flatMap(({ text }) => certificatesIn(text))
  if (certificates.length === 0) {
    report.add('noSigningCertificate')
    return
  }
  const known = expected.certificates ? certificatesIn(expected.certificates) : []
  if (known.length > 0 && !certificates.some((each) => known.includes(each))) report.add('wrongCertificate')
  for (const certificate of certificates) checkCertificate(report, certificate, expected)
}

const checkServices = ({ add }: Report, provider: XmlElement): void => {
  const services = childrenOf(provider, 'SingleSignOnService').map(({ attributes }) => attributes)
  if (services.length === 0) {
    add('noSignInUrl')
    return
  }
  const redirect = services.find(({ Binding }) => Binding === REDIRECT)
  if (!redirect)
    add('noRedirectBinding', { found: services.map(({ Binding = '' }) => Binding.replace(/^.*:/, '')).join(', ') })
  const plain = services.find(({ Location = '' }) => Location.startsWith('http://'))
  if (plain) add('httpUrl', { found: plain.Location ?? '' })
}

/** Checks an identity provider's metadata (SAML Metadata 2.4.3). */
export const checkMetadata = (report: Report, root: XmlElement, expected: Expected): void => {
  const { add } = report
  const entities = allOf(root, 'EntityDescriptor')
  const entity = entities.find((each) => childOf(each, 'IDPSSODescriptor')) ?? entities[0]
  if (entities.filter((each) => childOf(each, 'IDPSSODescriptor')).length > 1) {
    add('severalEntities', { found: String(entities.length) })
    return
  }
  const provider = childOf(entity, 'IDPSSODescriptor')
  if (!provider) {
    add(childOf(entity, 'SPSSODescriptor') ? 'serviceProviderMetadata' : 'noIdentityProvider')
    return
  }
  const entityId = entity?.attributes.entityID
  if (!entityId) add('noEntityId')
  else if (expected.idpEntityId && entityId !== expected.idpEntityId) {
    add('metadataIssuer', { found: entityId, expected: expected.idpEntityId })
  }
  const end = timeOf(entity, 'validUntil') ?? timeOf(root, 'validUntil')
  if (end !== undefined && end <= expected.now) add('metadataExpired', { date: dateOf(end) })
  checkKeys(report, provider, expected)
  checkServices(report, provider)
}
