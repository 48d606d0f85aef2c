// Report schedules, groups, shares and settings of a data and analytics platform
package platform
