select region, sum(amount) as amount
from orders
group by region
