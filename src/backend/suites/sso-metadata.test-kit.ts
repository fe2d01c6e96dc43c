import { metadataXml } from '../../../demo-host/identity-provider/saml.ts'

/** A certificate that is valid for a hundred years; its subject is `CN=idp.company.test`. */
export const CERTIFICATE = `-----BEGIN CERTIFICATE-----
MIIBjTCCATOgAwIBAgIUU1m1dpW63g4m/tm7XxHP/UQF7n0wCgYIKoZIzj0EAwIw
GzEZMBcGA1UEAwwQaWRwLmNvbXBhbnkudGVzdDAgFw0yNjExMjIyMDQ2NDlaGA8y
MTI2MTAyOTIwNDY0OVowGzEZMBcGA1UEAwwQaWRwLmNvbXBhbnkudGVzdDBZMBMG
ByqGSM49AgEGCCqGSM49AwEHA0IABOPe60wZ4HNj6gDsBKX7/dm3aaaED8v5d1GJ
BAYqYSLozI1eg1wHbJH+KlgieHSJtUs4BOmMpmcs6r+gv74lHL+jUzBRMB0GA1Ud
DgQWBBS9qC08CHC8tbHY1mTQJFjak1D17jAfBgNVHSMEGDAWgBS9qC08CHC8tbHY
1mTQJFjak1D17jAPBgNVHRMBAf8EBTADAQH/MAoGCCqGSM49BAMCA0gAMEUCIHOp
8PlKvQe25n5TnlYVRns5VdJEdDlNEFVFZC0ZmoZUAiEAo05qdOv8kdNBa6TO4Md4
nZtO2cenu/eiZPJUaLAAvTc=
-----END CERTIFICATE-----
`

/** The certificate with which the provider signs next; its subject is `CN=next.company.test`. */
export const NEXT_CERTIFICATE = `-----BEGIN CERTIFICATE-----
MIIBjjCCATWgAwIBAgIUNk20WWLSPUP/krK0Hq4zv1eEzjcwCgYIKoZIzj0EAwIw
HDEaMBgGA1UEAwwRbmV4dC5jb21wYW55LnRlc3QwIBcNMjYxMTIyMjA0NjQ5WhgP
MjEyNjEwMjkyMDQ2NDlaMBwxGjAYBgNVBAMMEW5leHQuY29tcGFueS50ZXN0MFkw
EwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAE7bAzC8p1Nl7s38BdlE6c+MHHOaeyArfi
1MVFAQLFnDOabsTR/B7ATslVCzjsvk/eVI+kMKujAeBzXQHXA8nQTaNTMFEwHQYD
VR0OBBYEFHXUBp5p2kSdLAKOwC5we+zBTLsUMB8GA1UdIwQYMBaAFHXUBp5p2kSd
LAKOwC5we+zBTLsUMA8GA1UdEwEB/wQFMAMBAf8wCgYIKoZIzj0EAwIDRwAwRAIg
VAHQBnxrWOPBWmfsl6c9LtlpdDy65WeyIw37QE16JDQCIH5TqRn02bIjBUNregjj
BaaQ3vlOTIpSuFvoZy61cgGo
-----END CERTIFICATE-----
`

/** The certificate of a provider that signs with ECDSA; its subject is `CN=elliptic.company.test`. */
export const ELLIPTIC = {
  certificate: `-----BEGIN CERTIFICATE-----
MIIBljCCAT2gAwIBAgIUBuQx27bn7w66SDmD+fiL5bKGhyMwCgYIKoZIzj0EAwIw
IDEeMBwGA1UEAwwVZWxsaXB0aWMuY29tcGFueS50ZXN0MCAXDTI2MTEyNzE1NTkz
M1oYDzIxMjYxMTAzMTU1OTMzWjAgMR4wHAYDVQQDDBVlbGxpcHRpYy5jb21wYW55
LnRlc3QwWTATBgcqhkjOPQIBBggqhkjOPQMBBwNCAAT3YbAHjPzDo3GOOTxSs8Ag
pAU8uFSK8y+G6buBjtaFZaGWt9taC0w8sNOTFouONURqObdQX9Nl4O3ODBj84tb1
o1MwUTAdBgNVHQ4EFgQUNrN6blbcVFfXnwszy1ejNqNjj9MwHwYDVR0jBBgwFoAU
NrN6blbcVFfXnwszy1ejNqNjj9MwDwYDVR0TAQH/BAUwAwEB/zAKBggqhkjOPQQD
AgNHADBEAiBaWO73vtIws+bHxCpx6q7xdhVpTxz07vPOuAw24ucEDQIgEhwq8Ll8
ogPeGzozpNvPJHdKIH0JmzP0tMvdgNVZjeY=
-----END CERTIFICATE-----
`,
  privateKey: `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgW/44cwrWqJDoc7UK
eZfvsrIyZJp5wV89flgNSniijimhRANCAAT3YbAHjPzDo3GOOTxSs8AgpAU8uFSK
8y+G6buBjtaFZaGWt9taC0w8sNOTFouONURqObdQX9Nl4O3ODBj84tb1
-----END PRIVATE KEY-----
`,
}

export const METADATA_URL = 'https://idp.company.test/metadata'
export const SAML_METADATA: string = metadataXml('https://idp.company.test', CERTIFICATE)

/** The TXT record with which some tests verify a domain. */
export const PROOF = 'front-entry-verification=proof'
