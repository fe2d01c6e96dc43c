import { checkPictures, isBilling, isLogin } from './gallery-walk.test-kit.ts'

describe('a picture of the other flows of the login box', () => {
  checkPictures((entry) => !isLogin(entry) && !isBilling(entry))
})
