/**
 * React DOM contains whole features in its reconciler that this project never enters: hydration, view transitions,
 * activities, suspense lists, and the hoisting of `<link>`, `<style>` and the like into the page's head (which would
 * take them out of a shadow root). Each of them has a single entry: a kind of fiber or a variable. These entries are
 * closed here, and the minifier removes the code behind them (src/decisions/0047-lean-react-dom.md).
 */

/** Version of React DOM whose source was read for this list. */
const VERSION = '19.3.1'

/**
 * Kinds of fibers (`ReactWorkTags`) that are never created: dehydrated, suspense list, hoistable, singleton, view
 * transition, activity.
 */
const FIBER_TAGS = new Set([18, 19, 26, 27, 30, 31])

/** Element types whose case is removed where fibers are created; rendering one fails like any unknown type. */
const ELEMENT_TYPES = new Set(['REACT_ACTIVITY_TYPE', 'REACT_SUSPENSE_LIST_TYPE', 'REACT_VIEW_TRANSITION_TYPE'])

/** Variables that only these features set. */
const VARIABLES = { isHydrating: '!1', shouldStartViewTransition: '!1' }

/** Fields of state that only hydration sets. */
const FIELDS = { isDehydrated: '!1', dehydrated: 'null' }

/** Functions that walk the tree for one of these features and find nothing. */
const FUNCTIONS = {
  applyViewTransitionToHostInstancesRecursive: 'return!1',
  attemptExplicitHydrationTarget: '',
  clearHydrationBoundary: '',
  commitAppearingPairViewTransitions: '',
  commitDeletedPairViewTransitions: '',
  commitEnterViewTransitions: '',
  commitExitViewTransitions: '',
  commitNestedViewTransitions: '',
  getActivityInstanceFromFiber: 'return null',
  getHydratableHoistableCache: 'return null',
  getSuspenseInstanceFromFiber: 'return null',
  isHostHoistableType: 'return!1',
  isSingletonScope: 'return!1',
  measureNestedViewTransitions: '',
  measureViewTransitionHostInstancesRecursive: 'return!1',
  popHydrationState: 'return!1',
  pushViewTransitionCancelableScope: '',
  queueHydrationError: '',
  restoreEnterOrExitViewTransitions: '',
  restoreNestedViewTransitions: '',
  restorePairedViewTransitions: '',
  scheduleViewTransitionEvent: '',
  startViewTransition: '',
  trackEnterViewTransitions: '',
  upgradeHydrationErrorsToRecoverable: 'return null',
}

/**
 * Calls of `react-dom` from this module that are kept, flushing and form resets; those that preload resources are
 * removed.
 */
const SERVED = ['f', 'r']

const SINGLETON_TAG = 27

const isNode = (value) => typeof value?.type === 'string'

const childrenOf = (node) =>
  Object.entries(node).flatMap(([key, value]) =>
    (Array.isArray(value) ? value : [value]).filter(isNode).map((child) => ({ child, key })),
  )

const isMember = (node, name) => node.type === 'MemberExpression' && !node.computed && node.property.name === name
const isTag = (node) => isMember(node, 'tag') || (node.type === 'Identifier' && /^(tag|grandTag)$/.test(node.name))
const isClosedTag = (node) => node.type === 'Literal' && FIBER_TAGS.has(node.value)

/** Returns whether a name is declared or spelled here, not read. */
const isSpelling = (parent, key) =>
  (parent.type === 'VariableDeclarator' && key === 'id') ||
  key === 'params' ||
  (parent.type === 'MemberExpression' && key === 'property') ||
  (parent.type === 'Property' && key === 'key')

const JUMPS = new Set(['BreakStatement', 'ReturnStatement', 'ThrowStatement', 'ContinueStatement'])

const jumps = (statement) => {
  if (!statement) return false
  if (statement.type === 'BlockStatement') return jumps(statement.body.at(-1))
  if (statement.type === 'IfStatement') return jumps(statement.consequent) && jumps(statement.alternate)
  return JUMPS.has(statement.type)
}

const isClosedCase = (discriminant, { test }) =>
  Boolean(test) && ((isTag(discriminant) && isClosedTag(test)) || ELEMENT_TYPES.has(test.name))

const FUNCTION = /Function/

/** Returns the names of `var` statements, which are scoped to the whole function, so that other cases may use them. */
const varsOf = (node) => {
  if (FUNCTION.test(node.type)) return []
  const own =
    node.type === 'VariableDeclaration' && node.kind === 'var' ? node.declarations.map(({ id }) => id.name) : []
  return [...own, ...childrenOf(node).flatMap(({ child }) => varsOf(child))]
}

/**
 * Removes cases that nothing reaches; of a closed label above statements that others fall into, only the label is
 * removed.
 */
const closeCases = (statement, replace) => {
  const { discriminant, cases } = statement
  const closed = (index) => isClosedCase(discriminant, cases[index])
  const fallsInto = (index) => index > 0 && !jumps(cases[index - 1].consequent.at(-1)) && isReached(index - 1)
  const isReached = (index) => !closed(index) || fallsInto(index)
  const gone = cases.filter((_part, index) => !isReached(index))
  const names = [...new Set(gone.flatMap(varsOf))]
  if (names.length > 0) {
    replace({ start: statement.start, end: statement.start }, `{var ${names.join()};`, 'case')
    replace({ start: statement.end, end: statement.end }, '}', 'case')
  }
  return cases.filter((part, index) => {
    if (!closed(index)) return true
    const reached = isReached(index)
    replace(reached ? { start: part.start, end: part.test.end + 1 } : part, '', 'case')
    return reached
  })
}

const keepServed = ({ right }, code, replace) => {
  for (const property of right.properties.filter(({ key }) => !SERVED.includes(key.name))) {
    const end = code[property.end] === ',' ? property.end + 1 : property.end
    replace({ start: property.start, end }, '', 'preloading')
  }
}

/** Returns the replacement of a closed entry, and the name it is counted by. */
const closedAs = (node, parent, key, code) => {
  if (node.type === 'Identifier' && Object.hasOwn(VARIABLES, node.name) && !isSpelling(parent, key))
    return [VARIABLES[node.name], node.name]
  if (node.type === 'AssignmentExpression' && Object.hasOwn(VARIABLES, node.left.name ?? ''))
    return [VARIABLES[node.left.name], node.left.name]
  if (node.type === 'MemberExpression' && !node.computed && Object.hasOwn(FIELDS, node.property.name) && key !== 'left')
    return [FIELDS[node.property.name], node.property.name]
  if (node.type === 'BinaryExpression' && node.operator === '===') {
    const [tag, other] = node.left.type === 'Literal' ? [node.left, node.right] : [node.right, node.left]
    if (isClosedTag(tag) && isTag(other)) return ['!1', 'comparison']
  }
  if (node.type === 'ConditionalExpression' && node.consequent.value === SINGLETON_TAG)
    return [code.slice(node.alternate.start, node.alternate.end), 'singleton']
  return null
}

/**
 * Returns React DOM's client without the features above.
 * @throws Error for another version of React DOM, and when one of the entries isn't found in it
 */
export const leanReactDom = (code, program) => {
  if (!code.includes(`exports.version = "${VERSION}"`))
    throw new Error(
      `cdn/lean-react-dom.mjs was written for React DOM ${VERSION}: read the new source and its list again`,
    )
  const edits = []
  const found = new Set()
  const replace = ({ start, end }, text, what) => {
    edits.push({ start, end, text })
    found.add(what)
  }
  const visit = (node, parent, key) => {
    if (node.type === 'FunctionDeclaration' && Object.hasOwn(FUNCTIONS, node.id.name))
      return replace(node.body, `{${FUNCTIONS[node.id.name]}}`, node.id.name)
    const [text, what] = closedAs(node, parent, key, code) ?? []
    if (what) return replace(node, text, what)
    if (node.type === 'AssignmentExpression' && isMember(node.left, 'd') && node.right.type === 'ObjectExpression')
      return keepServed(node, code, replace)
    if (node.type === 'SwitchStatement') {
      visit(node.discriminant, node, 'discriminant')
      const rest = closeCases(node, replace)
      for (const statement of rest.flatMap(({ consequent }) => consequent)) visit(statement, node, 'cases')
      return
    }
    for (const { child, key: name } of childrenOf(node)) visit(child, node, name)
  }
  visit(program, program, '')
  const doors = [VARIABLES, FIELDS, FUNCTIONS].flatMap(Object.keys)
  const missing = [...doors, 'case', 'comparison', 'singleton', 'preloading'].filter((door) => !found.has(door))
  if (missing.length > 0) throw new Error(`cdn/lean-react-dom.mjs: React DOM no longer has ${missing.join(', ')}`)
  return edits
    .toSorted((a, b) => b.start - a.start)
    .reduce((text, edit) => text.slice(0, edit.start) + edit.text + text.slice(edit.end), code)
}
