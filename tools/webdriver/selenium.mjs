export { Builder } from 'selenium-webdriver'
