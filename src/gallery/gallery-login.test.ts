import { checkPictures, isLogin } from './gallery-walk.test-kit.ts'

describe('a picture of signing in', () => {
  checkPictures(isLogin)
})
