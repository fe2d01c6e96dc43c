/** Session, transport and start-up: the chunk that loads after the first screen. */
export { connect } from './connect.ts'
export { startUp } from './start-up.ts'
