import { checkCertificateText } from './check-certificate.ts'
import { checkDiscovery, checkDiscoveryUrl } from './check-discovery.ts'
import { checkMetadata } from './check-metadata.ts'
import { checkResponse } from './check-response.ts'
import { bytesOf, fieldOf, inflate, utf8Of } from './decode.ts'
import { createReport, type Diagnosis, type Expected, type FaultId, type InputKind, type Report } from './findings.ts'
import { parseXml, TooLargeError, type XmlElement } from './xml-tree.ts'

/** Real documents are below 100 KB. */
const MAX_LENGTH = 300_000
const PRIVATE_KEY = /-----BEGIN [A-Z ]*PRIVATE KEY-----/
/** Base64 of "0\x82", with which every certificate begins. */
const BARE_CERTIFICATE = /^MI[I-L]/
const REQUESTS = ['AuthnRequest', 'LogoutRequest', 'LogoutResponse']

const only = (kind: InputKind, id?: FaultId): Diagnosis => ({ kind, findings: id ? [{ id, values: {} }] : [] })

const treeOf = ({ add }: Report, text: string): XmlElement | undefined => {
  const isHtml = /<!DOCTYPE html|<html[\s>]/i.test(text)
  try {
    const root = /<!DOCTYPE|<!ENTITY/i.test(text) ? undefined : parseXml(text)
    if (!root && isHtml) add('htmlPasted')
    else if (!root) add(/<!DOCTYPE|<!ENTITY/i.test(text) ? 'doctype' : 'xmlMalformed')
    return root
  } catch (error) {
    if (!(error instanceof TooLargeError)) throw error
    add('tooLarge')
    return undefined
  }
}

const kindOfXml = (text: string): InputKind =>
  /EntityDescriptor|EntitiesDescriptor/.test(text.slice(0, 5_000)) ? 'metadata' : 'response'

const checkXml = (report: Report, text: string, expected: Expected): Diagnosis => {
  const { findings, add } = report
  const kind = kindOfXml(text)
  const root = treeOf(report, text)
  if (!root) return { kind, findings }
  if (kind === 'metadata') {
    checkMetadata(report, root, expected)
    return { kind, findings }
  }
  if (root.name === 'html') add('htmlPasted')
  else if (REQUESTS.includes(root.name)) add('requestPasted', { found: root.name })
  else if (/^RequestSecurityTokenResponse/.test(root.name)) add('oldProtocol')
  else if (root.name === 'Response') {
    const user = checkResponse(report, root, expected)
    return { kind, findings, ...(user && { user }) }
  } else add('unrecognized')
  return { kind, findings }
}

/** Checks a message as a form or a URL encodes it. */
const checkEncoded = async (text: string, expected: Expected): Promise<Diagnosis> => {
  const report = createReport()
  const { findings, add } = report
  const { name, value } = fieldOf(text)
  const bytes = bytesOf(value)
  if (!bytes) return only(name ? 'response' : 'unknown', name ? 'base64Damaged' : 'unrecognized')
  const plain = utf8Of(bytes)
  if (plain?.trimStart().startsWith('<')) return checkXml(report, plain.trimStart(), expected)
  const inflated = await inflate(bytes)
  const xml = inflated && utf8Of(inflated)
  if (!xml?.trimStart().startsWith('<')) {
    add(name ? 'inflateDamaged' : 'base64Damaged')
    return { kind: 'response', findings }
  }
  const diagnosis = checkXml(report, xml, expected)
  if (/^<[^>]*\bResponse[\s>]/.test(xml.trimStart())) add('redirectBinding')
  return diagnosis
}

const checkCertificateInput = (text: string, expected: Expected): Diagnosis => {
  const report = createReport()
  checkCertificateText(report, text, expected)
  return { kind: 'certificate', findings: report.findings }
}

const checkUrlOrDocument = (text: string, expected: Expected): Diagnosis => {
  const report = createReport()
  const isDocument = /^[{[]/.test(text)
  if (isDocument) checkDiscovery(report, text, expected)
  else checkDiscoveryUrl(report, text, expected)
  return { kind: isDocument ? 'discovery' : 'url', findings: report.findings }
}

/**
 * Detects the kind of a pasted text and its faults. Nothing is requested or sent; times and values are compared with
 * what the connection expects.
 */
export const troubleshoot = async (pasted: string, expected: Expected): Promise<Diagnosis> => {
  const text = pasted.replace(/^\uFEFF/, '').trim()
  if (text === '') return only('unknown', 'unrecognized')
  if (text.length > MAX_LENGTH) return only('unknown', 'tooLarge')
  if (PRIVATE_KEY.test(text)) return only('certificate', 'privateKeyPasted')
  if (/-----BEGIN /.test(text)) return checkCertificateInput(text, expected)
  if (text.startsWith('<')) return checkXml(createReport(), text, expected)
  if (/\bSAML(Response|Request)=/.test(text)) return checkEncoded(text, expected)
  if (/^[{[]/.test(text) || /^https?:\/\//i.test(text)) return checkUrlOrDocument(text, expected)
  return BARE_CERTIFICATE.test(text) ? checkCertificateInput(text, expected) : checkEncoded(text, expected)
}
