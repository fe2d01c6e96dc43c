/**
 * Texts that have run as a script or become an element somewhere; each contains an id, so that an element made from it
 * is found.
 */
const SHAPES: readonly ((id: string) => string)[] = [
  (id) => `<img src=x data-evil="${id}" onerror="window.evil=1">`,
  (id) => `<script data-evil="${id}">window.evil=1</script>`,
  (id) => `"><svg data-evil="${id}" onload="window.evil=1">`,
  (id) => `'><iframe data-evil="${id}" srcdoc="<script>parent.evil=1</script>">`,
  (id) => `<b data-evil="${id}">bold`,
  (id) => `<style data-evil="${id}">*{display:none}</style>`,
  (id) => `</p></div><form data-evil="${id}" action="//x.test"><input name=password>`,
  (id) => `<a data-evil="${id}" href="javascript:window.evil=1">now`,
  (id) => `<template data-evil="${id}"><img src=x onerror=window.evil=1></template>`,
  (id) => `<math data-evil="${id}"><mtext></form><mglyph><style></math><img src onerror=window.evil=1>`,
  (id) => `<details data-evil="${id}" open ontoggle="window.evil=1">`,
  (id) => `\u2028<!--<meta data-evil="${id}" http-equiv=refresh content="0;url=//x.test">-->`,
  (id) => `&lt;u data-evil="${id}"&gt;<u data-evil="${id}">`,
  (id) => `<object data-evil="${id}" data="data:text/html,<script>top.evil=1</script>">`,
  (id) => `\${window.evil=1}{{constructor.constructor('window.evil=1')()}}<i data-evil="${id}">`,
]

export const PAYLOADS: readonly string[] = Array.from(
  { length: 300 },
  (_, at) => SHAPES[at % SHAPES.length]?.(`p${at}`) ?? '',
)

/** Fields with text from users, directories, identity providers and receivers of webhooks. */
const SLOTS = new Set(
  [
    'name fullname displayName tenantName description email jobTitle user alias sub color title categoryName',
    'address website company companyName phone phoneNumber currency timezone dateFormat timeFormat',
    'deviceName userAgent ipAddress ip domain group subject fingerprint idpEntityId spEntityId connectionName',
    'action actionText resource message reason response featureKey',
    'receiptNumber brand addressLine1 addressLine2 city postalCode',
  ].flatMap((line) => line.split(' ')),
)

/**
 * Returns the same response with another payload in each text that a user may have entered; `next` returns the
 * payloads.
 */
export const withHostileTexts = (value: unknown, next: () => string, key = ''): unknown => {
  if (typeof value === 'string') return SLOTS.has(key) ? next() : value
  if (Array.isArray(value)) return value.map((each) => withHostileTexts(each, next, key))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, withHostileTexts(each, next, name)]))
}
