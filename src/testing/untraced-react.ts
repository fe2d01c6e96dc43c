import * as React from 'react'

// React's development build describes each render to developer tools if the console has these methods, and keeps the
// call stack of each element for its warnings. Both together take about a sixth of the processor time of a page. The
// warnings are the same without stacks, which React itself leaves out after 10,000 elements in a second.
Reflect.deleteProperty(console, 'timeStamp')
Reflect.deleteProperty(console, 'createTask')

const TOO_MANY = 10_000
const internals: unknown = Object.entries(React).find(([name]) => name.startsWith('__CLIENT_INTERNALS'))?.[1]
if (internals) Object.defineProperty(internals, 'recentlyCreatedOwnerStacks', { get: () => TOO_MANY, set: () => {} })
