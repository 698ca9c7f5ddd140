export { DeviceIcon, useDeviceName } from '../ui/device.tsx'
