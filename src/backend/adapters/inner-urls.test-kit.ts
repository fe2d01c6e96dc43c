/** IP addresses of every special range, IPv4 and IPv6. */
export const INNER = [
  '0.0.0.0 0.1.2.3 10.0.0.1 10.255.255.255 100.64.0.1 100.127.255.255 127.0.0.1 127.1.2.3 169.254.169.254 172.16.0.1',
  '172.31.255.255 192.0.0.1 192.0.0.171 192.0.2.1 192.88.99.1 192.168.0.1 198.18.0.1 198.19.255.255 198.51.100.1',
  '203.0.113.1 224.0.0.1 239.255.255.255 240.0.0.1 255.255.255.255',
  ':: ::1 ::ffff:127.0.0.1 ::ffff:8.8.8.8 ::ffff:a9fe:a9fe ::7f00:1 64:ff9b::7f00:1 64:ff9b::8.8.8.8 64:ff9b:1::1 100::1',
  '2001::1 2001:0:7f00:1::1 2001:db8::1 2001:10::1 2002:7f00:1::1 2002:a9fe:a9fe::1 3fff::1 fc00::1 fd00:ec2::254 fe80::1',
  'fec0::1 ff02::1 5f00::1',
].flatMap((line) => line.split(' '))

/** Other notations of inner IP addresses, which the URL standard parses as IP addresses. */
export const WRITTEN: readonly string[] = [
  '2130706433',
  '0x7f000001',
  '0177.0.0.1',
  '127.1',
  '0',
  '0xa9fea9fe',
  '127.0.0.1.',
  '①②⑦.0.0.1',
  '[::]',
]

export const hostOf = (address: string): string => (address.includes(':') ? `[${address}]` : address)
